package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ViewPart;
import org.junit.jupiter.api.Test;

/** Token counts of a view, part by part. */
class ViewTest extends TalkFixture {
    @Test
    void historyExcludesSystemMessagesAndState() {
        Conversation chat = chat();
        talk(chat, 12);
        chat.compress();
        chat.append(Message.user("And what about the wheelbarrow?"));

        View view = chat.view();

        int history = 0;
        for (int i = 0; i < view.messages().size(); i++) {
            ViewPart.Kind kind = view.parts().get(i).kind();
            boolean head = kind == ViewPart.Kind.SYSTEM || kind == ViewPart.Kind.STATE;
            history += head ? 0 : chat.tokens(view.messages().subList(i, i + 1));
        }
        assertThat(view.stateTokens()).isPositive();
        assertThat(view.historyTokens()).isEqualTo(history).isPositive();
    }
}
