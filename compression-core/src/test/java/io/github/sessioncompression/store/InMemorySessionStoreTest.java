package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore.Append;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class InMemorySessionStoreTest extends SessionStoreContract {
    @Override
    protected SessionStore newStore(InstantSource clock) {
        return SessionStore.inMemory(100, clock);
    }

    @Test
    void forgetsTheConversationUsedLongestAgoAndSaysSoOnce() {
        try (Warnings warnings = new Warnings()) {
            SessionStore store = SessionStore.inMemory(3);
            begin(store, "a");
            begin(store, "b");
            begin(store, "c");
            assertThat(warnings.lines()).isEmpty();
            store.counters("a");
            begin(store, "d");
            assertThat(store.conversations(null, 10)).containsExactly("a", "c", "d");
            assertThat(store.head("b")).isEmpty();
            store.load("c", 0, 1);
            begin(store, "e");
            begin(store, "f");
            assertThat(store.conversations(null, 10)).containsExactly("c", "e", "f");
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("3")
                    .contains("in-memory")
                    .doesNotContain("'a'");
        }
    }

    @Test
    void aNewConversationKeepsItsMemoryHoweverManyWereThereBefore() {
        SessionStore store = SessionStore.inMemory(100);
        for (int i = 0; i < 10_000; i++) {
            begin(store, "old " + i);
        }
        for (int i = 0; i < 80; i++) {
            begin(store, "new " + i);
        }
        for (int turn = 1; turn < 10; turn++) {
            for (int i = 0; i < 80; i++) {
                assertThat(store.append("new " + i, "life", turn, "turn " + turn, entry(turn + 1)))
                        .isEqualTo(Append.ADDED);
            }
        }
        for (int i = 0; i < 80; i++) {
            assertThat(store.load("new " + i, 0, 100)).hasSize(10);
        }
        assertThat(store.conversations(null, 1_000)).hasSize(100);
    }

    @Test
    void staysWithinItsBoundUnderManyThreads() throws Exception {
        SessionStore store = SessionStore.inMemory(10);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> futures = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int thread = t;
            futures.add(pool.submit(() -> {
                for (int i = 0; i < 2_000; i++) {
                    String id = "chat " + (i * 7 + thread) % 30;
                    begin(store, id);
                    if (i % 11 == 0) {
                        store.delete(id);
                    }
                }
            }));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        pool.shutdown();
        List<String> ids = store.conversations(null, 1_000);
        assertThat(ids).hasSizeBetween(1, 10);
        for (String id : ids) {
            assertThat(store.head(id)).isPresent();
        }
    }

    private static void begin(SessionStore store, String id) {
        store.append(id, "life", 0, "turn 0", entry(1));
    }

    private static List<Entry> entry(long sequence) {
        return List.of(new Entry(sequence, Message.user("hi"), 1));
    }

    @Test
    void rejectsBoundOutOfRange() {
        assertThatThrownBy(() -> SessionStore.inMemory(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxConversations")
                .hasMessageContaining("1 to 10000000")
                .hasMessageContaining("0");
    }
}
