package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repaired;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A chat that is cleared and gets its messages again one by one. */
class ConversationClearedTest extends EditFixture {
    @Test
    void readdingMessagesOneByOneRestoresChat() {
        List<Message> view = compressed();
        List<Message> transcript = chat.transcript();
        CompressionRecord record = chat.record().orElseThrow();

        chat.clear();
        assertThat(store.head("chat")).isEmpty();
        for (Message message : view) {
            chat.append(message);
        }

        assertThat(background).isEmpty();
        assertThat(chat.view().messages()).isEqualTo(view);
        assertThat(chat.transcript()).isEqualTo(transcript);
        StateDocument state = chat.record().orElseThrow().injected();
        assertThat(state.texts()).isEqualTo(record.injected().texts());
        long order = chat.entries().stream()
                .filter(entry -> entry.message().equals(transcript.get(1)))
                .findFirst()
                .orElseThrow()
                .sequence();
        assertThat(state.items("logos").get(0).sources()).contains(order);
        assertThat(chat.status().activeMessages()).isEqualTo(view.size() - 3);
    }

    @Test
    void readdingWithoutOneMessageDropsOnlyThisMessage() {
        List<Message> view = new ArrayList<>(compressed());
        List<Message> transcript = new ArrayList<>(chat.transcript());
        chat.clear();
        Message gone = view.remove(view.size() - 2);
        for (Message message : view) {
            chat.append(message);
        }
        transcript.remove(gone);

        assertThat(chat.view().messages()).isEqualTo(Repaired.chat(view));
        assertThat(chat.transcript()).isEqualTo(transcript);
    }

    @Test
    void addingAgainOverTheTriggerStartsNoCompression() {
        chat.append(Message.system(Chats.SYSTEM));
        fill(0, 40);
        background.clear();
        List<Message> all = chat.transcript();
        chat.clear();
        for (Message message : all) {
            chat.append(message);
        }
        assertThat(background).isEmpty();

        chat.append(Message.user("Something new."), Message.assistant("New indeed."));
        assertThat(background).hasSize(1);
    }

    @Test
    void aStateAddedAfterAViewOfTheClearedChatIsAMessageLikeAnyOther() {
        List<Message> view = compressed();
        chat.clear();
        assertThat(chat.view().messages()).hasSize(1);

        chat.append(view.get(1));

        assertThat(chat.status().state()).isEmpty();
        assertThat(chat.transcript()).containsExactly(view.get(1));
    }

    @Test
    void addingAllAgainAtOnceOverTheTriggerStartsNoCompressionEither() {
        compressed();
        fill(24, 40);
        background.clear();
        List<Message> view = chat.view().messages();
        assertThat(chat.status().contextTokens()).isGreaterThan(SMALL.triggerTokens());
        background.clear();
        chat.clear();

        chat.append(view);

        assertThat(background).isEmpty();
        assertThat(chat.view().messages()).isEqualTo(view);
    }

    @Test
    void newMessageEndsRestoration() {
        List<Message> view = compressed();
        Message other = Message.user("Something else.");
        chat.clear();

        chat.append(other);
        chat.append(view.get(1));

        assertThat(chat.transcript()).containsExactly(other, view.get(1));
        assertThat(chat.status().state()).isEmpty();
    }

    @Test
    void readdingWithoutStateKeepsOnlyReaddedMessages() {
        List<Message> view = new ArrayList<>(compressed());
        view.subList(1, 3).clear();
        chat.clear();

        for (Message message : view) {
            chat.append(message);
        }

        assertThat(chat.status().state()).isEmpty();
        assertThat(chat.transcript()).hasSize(view.size()).containsAll(view.subList(1, view.size()));
    }
}
