package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A store whose answers get lost: what it was asked for is done, and the caller hears of a failure. */
class LostAnswersTest {
    private final List<CompressionEvent> events = new ArrayList<>();

    @AutoClose
    private final Warnings warnings = new Warnings();
    /** The calls whose answer is lost, or of which nobody heard, once each. */
    private final List<String> lost = new ArrayList<>();

    private final List<String> unheard = new ArrayList<>();
    private final SessionStore store = WatchedStore.of(SessionStore.inMemory(), call -> {
        if (unheard.remove(call.name())) {
            throw new IllegalStateException("connection reset");
        }
        Object result = call.proceed();
        if (lost.remove(call.name())) {
            throw new IllegalStateException("connection reset");
        }
        return result;
    });

    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(16_000))
            .store(store)
            .executor(Runnable::run)
            .listener(events::add)
            .build();

    private final Conversation chat = compressor.conversation("chat");

    LostAnswersTest() {
        for (int i = 0; i < 10; i++) {
            chat.append(Chats.turn(i, 60));
        }
    }

    private void nothingWentWrong() {
        assertThat(warnings.lines()).isEmpty();
        assertThat(events).noneMatch(CompressionEvent.StageFailed.class::isInstance);
    }

    @Test
    void detectsCommitWithLostAnswer() {
        lost.add("commit");

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);

        assertThat(lost).isEmpty();
        assertThat(chat.view().compressions()).isEqualTo(1);
        assertThat(chat.status().stats().compressions()).isEqualTo(1);
        assertThat(chat.history()).hasSize(1);
        nothingWentWrong();
    }

    @Test
    void reportsUnheardCommitAsFailed() {
        unheard.add("commit");

        assertThat(chat.compress()).isEqualTo(new Outcome.Failed("UNEXPECTED"));

        assertThat(chat.record()).isEmpty();
        assertThat(warnings.lines()).hasSize(1);
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
    }

    @Test
    void unverifiableCommitIsReportedFailedButApplies() {
        lost.add("commit");
        unheard.add("current");

        assertThat(chat.compress()).isInstanceOf(Outcome.Failed.class);

        assertThat(warnings.lines()).hasSize(1);
        assertThat(chat.view().messages().get(1).text()).contains("session_state");
    }

    @Test
    void detectsOtherRecordChangesWithLostAnswer() {
        lost.add("commit");
        chat.enabled(false);
        assertThat(chat.enabled()).isFalse();
        chat.enabled(true);
        chat.compress();
        chat.append(Message.user("And now?"), Message.assistant("Now it rains."));
        chat.compress();
        long before = chat.history().get(chat.history().size() - 2).version();

        lost.add("commit");
        chat.rollback(before);

        assertThat(lost).isEmpty();
        nothingWentWrong();
    }

    @Test
    void doesNotWaitForLeaseWithLostAnswer() {
        lost.add("tryLease");
        assertThat(chat.compress()).isInstanceOf(Outcome.Failed.class);
        assertThat(warnings.lines()).hasSize(1);

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
    }

    @Test
    void doesNotWaitForUnreleasedLease() {
        for (List<String> calls : List.of(unheard, lost)) {
            chat.append(Chats.turn(40, 60));
            chat.append(Chats.turn(41, 60));
            calls.add("release");
            assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
            assertThat(calls).isEmpty();
            chat.append(Chats.turn(42, 60));
            chat.append(Chats.turn(43, 60));

            assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        }
        // The same cause is told once in some minutes.
        assertThat(warnings.lines()).hasSize(1);
    }
}
