package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.ExpansionOptions.Trigger;
import io.github.sessioncompression.state.StateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Chats in which something left the context that a later message asks for. */
abstract class ExpansionFixture extends TalkFixture {
    static final String HERON = "The heron nests behind the chapel, beside the third willow.";
    static final Message ASKED = Message.user("Where does the heron nest?");

    static CompressionPolicy expanding(Trigger trigger) {
        return POLICY.withState(StateOptions.defaults().withMaxTokens(100))
                .withExpansion(ExpansionOptions.defaults().withTrigger(trigger).withMaxShare(0.3));
    }

    static final CompressionPolicy EXPANDING = expanding(Trigger.WORDS);

    SessionCompressor compressor(CompressionPolicy policy, Executor executor) {
        return open.open(SessionCompressor.builder().policy(policy).store(store).executor(executor));
    }

    /** A chat in which the heron was told of long ago, so that no view says where it nests. */
    Conversation forgotten(CompressionPolicy policy) {
        Conversation chat = compressor(policy).conversation("chat");
        chat.append(Message.user(HERON), Message.assistant("A fine place."));
        for (int i = 0; i < 25; i++) {
            chat.append(Chats.turn(i, 10));
            chat.view();
        }
        chat.compress();
        fill(chat, 40, 42);
        assertThat(text(chat.view())).doesNotContain("chapel");
        return chat;
    }

    static void fill(Conversation chat, int from, int to) {
        for (int i = from; i < to; i++) {
            chat.append(Chats.smallTalk(i, 30));
        }
    }

    static List<Message> expansions(View view) {
        List<Message> found = new ArrayList<>();
        for (int i = 0; i < view.messages().size(); i++) {
            if (view.parts().get(i).kind() == ViewPart.Kind.EXPANSION) {
                found.add(view.messages().get(i));
            }
        }
        return found;
    }
}
