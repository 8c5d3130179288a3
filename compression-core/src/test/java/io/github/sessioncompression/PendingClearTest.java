package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.sessioncompression.PendingClear.Again;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PendingClearTest {
    private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
    private static final StateDocument STATE = SizedChat.state(0, 3);
    private static final Message MEANWHILE = Message.user("Still wet?");

    /** Four messages are covered, two of them pinned. */
    private final SizedChat sized = new SizedChat(SizedChat.POLICY)
            .asks(500)
            .asksPinned(30)
            .answers(300)
            .answersPinned(20)
            .asks(40);

    private final Chat chat = sized.chat;
    private final Cache<String, PendingClear> cache = PendingClear.cache();
    private final List<Message> transcript;
    private final List<Message> view;

    PendingClearTest() {
        sized.compress(Recipe.Aim.CURRENT_TURN, STATE);
        transcript = stored();
        view = chat.views().view(chat.shown().context(), true).messages();
        cache.put("chat", new PendingClear(chat));
        chat.delete();
    }

    @AfterEach
    void close() {
        sized.close();
    }

    private List<Message> stored() {
        return chat.stored().between(0, Long.MAX_VALUE).stream()
                .map(Entry::message)
                .toList();
    }

    private Again add(Message... messages) {
        return PendingClear.add(cache, "chat", chat, List.of(messages), NOW);
    }

    @Test
    void bringsBackCoveredMessagesWithTheirStateAndPins() {
        for (Message message : view) {
            assertThat(add(message)).isEqualTo(Again.ALL);
        }

        assertThat(stored()).isEqualTo(transcript);
        assertThat(chat.shown().state()).isEqualTo(STATE);
        assertThat(chat.shown().context().snapshot()).isEqualTo(view);
        assertThat(chat.stored().pinned()).hasSize(2);
    }

    @Test
    void endsWithMessageOfAnotherChat() {
        assertThat(add(MEANWHILE)).isEqualTo(Again.NOTHING);
        assertThat(cache.getIfPresent("chat")).isNull();
        assertThat(stored()).isEmpty();
    }

    @Test
    void putsAdditionsOfOthersBehind() {
        add(view.get(0), view.get(1), view.get(2));
        sized.elsewhere().add(List.of(MEANWHILE));

        for (Message message : view.subList(3, view.size())) {
            add(message);
        }

        assertThat(stored()).startsWith(transcript.toArray(new Message[0])).endsWith(MEANWHILE);
        assertThat(stored()).hasSize(transcript.size() + 1);
    }

    @Test
    void keepsOutErasedMessage() {
        add(view.toArray(new Message[0]));
        long last = chat.stored().lastSequence();
        chat.stored().asked().erase(last);
        chat.sync();

        assertThat(add(MEANWHILE)).isEqualTo(Again.SOME);

        assertThat(stored()).hasSize(transcript.size()).endsWith(MEANWHILE).doesNotContain(transcript.get(4));
    }

    @Test
    void givesUpIfStoreKeepsRefusing() {
        sized.store.refuseAppends = true;

        assertThatIllegalStateException()
                .isThrownBy(() -> add(view.get(0), view.get(1)))
                .withMessageContaining("1000 times");
    }
}
