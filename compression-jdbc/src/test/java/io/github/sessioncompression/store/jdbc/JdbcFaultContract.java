package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Failing connections and conflicting transactions. */
abstract class JdbcFaultContract extends JdbcLostAnswerContract {
    /** The first {@code times} calls of a method fail. */
    private void fail(String failing, int times, Function<Integer, SQLException> how) {
        AtomicInteger calls = new AtomicInteger();
        pool().fault((real, method) -> {
            if (method.equals(failing) && calls.incrementAndGet() <= times) {
                throw how.apply(calls.get());
            }
            return false;
        });
    }

    @Test
    void retriesAfterConflicts() {
        JdbcSessionStore store = retrying();
        fail("commit", 5, call -> new SQLException("deadlock", "40001"));
        assertThat(store.append(CHAT, "life", 0, "a", one(1))).isEqualTo(Append.ADDED);
        assertThat(pauses).hasSize(5).allMatch(pause -> pause.compareTo(Duration.ofMillis(500)) <= 0);
        assertThat(pauses.get(4)).isGreaterThan(pauses.get(0));
        fail("prepareStatement", 3, call -> new SQLException("gone", "08003"));
        assertThat(store.append(CHAT, "life", 1, "b", one(2))).isEqualTo(Append.ADDED);
        fail("prepareStatement", 3, call -> new SQLException("gone", "57P01"));
        assertThat(store.load(CHAT, 0, 10)).hasSize(2);
    }

    @Test
    void failsWithCauseAfterItsTries() {
        for (Duration time : List.of(Duration.ZERO, Duration.ofSeconds(1))) {
            JdbcSessionStore store = retrying(time);
            long began = nanos.get();
            fail("prepareStatement", Integer.MAX_VALUE, call -> new SQLException("host db is down", "08001", 17));
            assertThatThrownBy(() -> store.append(CHAT, "life", 0, "a", one(1)))
                    .isInstanceOf(JdbcStoreException.class)
                    .hasMessageContaining("append")
                    .hasMessageContaining("SQLState 08001")
                    .hasMessageContaining("17")
                    .hasMessageContaining("host db is down");
            assertThat(nanos.get() - began).isEqualTo(time.toNanos());
            mend();
            assertThat(store.head(CHAT)).isEmpty();
        }
        JdbcSessionStore store = retrying(Duration.ofMinutes(5));
        fail("prepareStatement", Integer.MAX_VALUE, call -> new SQLException("deadlock", "40001"));
        assertThatThrownBy(() -> store.head(CHAT)).hasMessageContaining("40001");
    }

    @Test
    void interruptEndsWaitAndStaysSet() {
        JdbcSessionStore store = retrying();
        fail("prepareStatement", Integer.MAX_VALUE, call -> {
            Thread.currentThread().interrupt();
            return new SQLException("deadlock", "40001");
        });
        try {
            assertThatThrownBy(() -> store.head(CHAT)).hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void exceptionsRepeatNoContent() {
        JdbcSessionStore store = retrying();
        fail("prepareStatement", 1, call -> new SQLException("value 'my secret' is too long", "22001"));
        assertThatThrownBy(() -> store.append(CHAT, "life", 0, "a", List.of(entry(1, "my secret"))))
                .isInstanceOf(JdbcStoreException.class)
                .hasMessageContaining("22001")
                .satisfies(thrown -> {
                    if (!dialect().speaksOfNoValue()) {
                        assertThat(thrown).hasStackTraceContaining("22001");
                        assertThat(stackTrace(thrown)).doesNotContain("my secret");
                    }
                });
        assertThat(pauses).isEmpty();
    }

    @Test
    void failedBatchTellsReasonWithoutContent() {
        JdbcSessionStore store = retrying();
        begin(store, CHAT, "one", "two", "three");
        pool().execute("UPDATE " + PREFIX + "conversation SET last_sequence = 1");
        assertThatThrownBy(
                        () -> store.append(CHAT, "life", 1, "b", List.of(entry(2, "my secret"), entry(3, "my secret"))))
                .isInstanceOf(JdbcStoreException.class)
                .satisfies(thrown -> {
                    assertThat(stackTrace(thrown)).doesNotContain("my secret");
                    assertThat(thrown.getCause()).isInstanceOfSatisfying(SQLException.class, reason -> assertThat(
                                    dialect().isDuplicate(reason))
                            .isTrue());
                });
        assertThat(store.load(CHAT, 0, 10)).hasSize(3);
    }

    @Test
    void repeatsAppendThatMeetsForeignRows() {
        JdbcSessionStore store = retrying();
        begin(store, CHAT, "one", "two");
        pool().execute("UPDATE " + PREFIX + "conversation SET last_sequence = 1");
        AtomicBoolean tried = new AtomicBoolean();
        pool().fault((real, method) -> {
            if (method.equals("prepareStatement")) {
                tried.set(true);
            } else if (method.equals("getAutoCommit") && tried.get()) {
                // The first try has failed.
                if (!real.getAutoCommit()) {
                    real.rollback();
                }
                mend();
                pool().execute("DELETE FROM " + PREFIX + "message WHERE sequence_number = 2");
            }
            return false;
        });
        assertThat(store.append(CHAT, "life", 1, "b", one(2))).isEqualTo(Append.ADDED);
        assertThat(pauses).hasSize(1);
        assertThat(store.load(CHAT, 0, 10))
                .extracting(entry -> entry.message().text())
                .containsExactly("one", "message 2");
    }

    private static String stackTrace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void rollsBackAfterFailureInBetween() {
        JdbcSessionStore store = retrying();
        begin(store, CHAT, "one");
        Commit commit = commit(1, "state");
        List<Consumer<SessionStore>> writes = List.of(
                each -> each.append(CHAT, "life", 1, "b", one(2)),
                each -> each.append("new", "life", 0, "b", one(1)),
                each -> each.replaceAfter(CHAT, new Head("life", 1, 0, 0, 1), 0, "life-2", one(2)),
                each -> each.commit(CHAT, commit),
                each -> each.erase(CHAT, 1),
                each -> each.delete(CHAT));
        var head = store.head(CHAT);
        for (Consumer<SessionStore> write : writes) {
            for (int statement = 2; statement <= 4; statement++) {
                AtomicInteger prepared = new AtomicInteger();
                int failing = statement;
                pool().fault((real, method) -> {
                    if (method.equals("prepareStatement") && prepared.incrementAndGet() == failing) {
                        throw new IllegalStateException("the driver has a fault");
                    }
                    return false;
                });
                if (fails(write, store)) {
                    mend();
                    assertThat(store.head(CHAT)).isEqualTo(head);
                    assertThat(store.load(CHAT, 0, 10))
                            .extracting(Entry::message)
                            .containsExactly(Message.user("one"));
                    assertThat(store.history(CHAT)).isEmpty();
                    assertThat(store.conversations(null, 10)).containsExactly(CHAT);
                } else {
                    mend();
                    dropTables();
                    builder().build();
                    begin(store, CHAT, "one");
                }
            }
        }
    }

    private static boolean fails(Consumer<SessionStore> write, SessionStore store) {
        try {
            write.accept(store);
            return false;
        } catch (IllegalStateException expected) {
            return true;
        }
    }

    @Test
    void abandonsConnectionItCannotRestore() {
        JdbcSessionStore store = retrying();
        AtomicInteger committed = new AtomicInteger();
        AtomicInteger aborted = new AtomicInteger();
        pool().fault((real, method) -> {
            if (method.equals("commit")) {
                committed.set(1);
            }
            if (method.equals("getAutoCommit") && committed.get() == 1) {
                throw new SQLException("gone", "08003");
            }
            if (method.equals("abort")) {
                aborted.incrementAndGet();
                real.close();
                return true;
            }
            return false;
        });
        assertThat(store.append(CHAT, "life", 0, "a", one(1))).isEqualTo(Append.ADDED);
        assertThat(aborted).hasValue(1);
        mend();
        assertThat(store.load(CHAT, 0, 10)).hasSize(1);
    }

    @Test
    void takesOneConnectionPerCall() throws SQLException {
        JdbcSessionStore store = retrying();
        begin(store, CHAT, "one");
        int before = pool().given();
        store.head(CHAT);
        store.load(CHAT, 0, 10);
        store.append(CHAT, "life", 1, "b", one(2));
        assertThat(pool().given() - before).isEqualTo(3);
        try (Connection connection = pool().getConnection()) {
            assertThat(connection.isClosed()).isFalse();
        }
    }
}
