package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.WatchedStore;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A state that was paid for and is offered while another process keeps something else. */
class CommitRaceTest extends TalkFixture {
    /** Remaining number of commits overtaken by another process. */
    private int races;

    private final SessionStore contested = WatchedStore.of(store, call -> {
        if (call.name().equals("commit") && races > 0) {
            races--;
            prune();
        }
        return call.proceed();
    });

    private void prune() {
        Head head = store.head("chat").orElseThrow();
        CompressionRecord record = store.current("chat").orElseGet(() -> CompressionRecord.none("session"));
        assertThat(store.commit(
                        "chat",
                        Commit.of(
                                head.incarnation(),
                                head.recordVersion(),
                                record.pruned(Pruned.through(record.pruned().through() + 1), Instant.EPOCH))))
                .isTrue();
    }

    private Outcome compressed(int times) {
        SessionCompressor compressor = open.open(
                SessionCompressor.builder().policy(POLICY).store(contested).executor(Runnable::run));
        Conversation chat = compressor.conversation("chat");
        talk(chat, 12);
        races = times;
        return chat.compress();
    }

    @Test
    void concurrentPruningKeepsCompression() {
        assertThat(compressed(2)).isInstanceOf(Outcome.Compressed.class);
        assertThat(store.current("chat").orElseThrow().boundary()).isPositive();
        assertThat(store.current("chat").orElseThrow().pruned().through()).isEqualTo(2);
    }

    @Test
    void givesUpAfterRepeatedConcurrentCommits() {
        assertThat(compressed(1_000)).isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.DISCARDED));
        assertThat(store.current("chat").orElseThrow().boundary()).isZero();
    }
}
