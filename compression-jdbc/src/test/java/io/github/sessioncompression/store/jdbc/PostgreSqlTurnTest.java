package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionSwitch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Round trips and plans of PostgreSQL. */
@Tag("landing")
class PostgreSqlTurnTest {
    private static final String PREFIX = "turns_";
    private static final Set<String> ROUND_TRIPS = Set.of("prepareStatement", "createStatement", "commit", "rollback");

    private final WatchedPool pool = new WatchedPool(PostgreSql.url());
    private final JdbcSessionStore store =
            JdbcSessionStore.builder(pool).tablePrefix(PREFIX).build();

    @AfterEach
    void drop() throws Exception {
        pool.execute(Schema.statements(Schema.script(Dialect.POSTGRESQL, 'U'), PREFIX)
                .toArray(String[]::new));
        pool.close();
    }

    @Test
    void turnTakesThreeRoundTripsAtMost() {
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(128_000))
                .store(store)
                .build()) {
            Conversation chat = compressor.conversation("chat");
            for (int i = 0; i < 250; i++) {
                chat.append(Message.user("question " + i), Message.assistant("answer " + i));
            }
            List<String> calls = Collections.synchronizedList(new ArrayList<>());
            pool.fault((real, method) -> {
                if (ROUND_TRIPS.contains(method)) {
                    calls.add(method);
                }
                return false;
            });
            chat.append(Message.user("one more"));
            assertThat(chat.view().messages()).isNotEmpty();
            chat.append(Message.assistant("it is"));
            pool.fault(null);
            assertThat(calls).hasSizeLessThanOrEqualTo(3);
            assertThat(store.load("chat", 500, 10)).hasSize(2);
        }
    }

    @Test
    void sessionSwitchTakesTwelveRoundTripsAtMost() {
        Thread caller = Thread.currentThread();
        List<Runnable> later = new ArrayList<>();
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(16_000))
                .executor(later::add)
                .store(store)
                .build()) {
            Conversation chat = compressor.conversation("chat");
            for (int i = 0; i < 250; i++) {
                chat.append(
                        Message.user("question " + i), Message.assistant("The answer to that is long. ".repeat(20)));
            }
            chat.compress();
            AtomicInteger trips = new AtomicInteger();
            pool.fault((real, method) -> {
                if (ROUND_TRIPS.contains(method) && Thread.currentThread() == caller) {
                    trips.incrementAndGet();
                }
                return false;
            });
            chat.sessions().startNew();
            assertThat(trips.getAndSet(0)).isLessThanOrEqualTo(12);
            chat.append(Message.user("hello"), Message.assistant("hello"));
            trips.set(0);
            chat.sessions().resume("1");
            assertThat(trips.getAndSet(0)).isLessThanOrEqualTo(12);
            pool.fault(null);
            assertThat(chat.transcript()).hasSize(500);
            assertThat(chat.sessions().list()).hasSize(2);
        }
    }

    @Test
    void processesOfOneTurnCompressBacklogWithinTwo() {
        try (SessionCompressor first = process(1_000_000)) {
            List<Message> backlog = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                backlog.add(Message.user("Bed " + i + " was planted with " + i + " lavender cuttings on Tuesday."));
                backlog.add(Message.assistant("Noted: bed " + i + " has lavender."));
            }
            first.conversation("chat").append(backlog);
        }
        List<Boolean> compressed = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            try (SessionCompressor process = process(4_000)) {
                Conversation chat = process.conversation("chat");
                chat.append(Message.user("question " + i));
                assertThat(chat.view().messages()).isNotEmpty();
                chat.append(Message.assistant("answer " + i));
            }
            compressed.add(store.current("chat").isPresent());
        }
        assertThat(compressed.subList(1, 10)).containsOnly(true);
        assertThat(store.load("chat", 0, 1_000)).hasSize(620);
    }

    private SessionCompressor process(int window) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(window))
                .store(store)
                .build();
    }

    @Test
    void appendWithLostAnswerCountsAsAdded() throws Exception {
        List<Entry> one = List.of(new Entry(1, Message.user("one"), 1));
        List<Entry> two = List.of(new Entry(2, Message.user("two"), 1));
        store.append("chat", "life", 0, "a", one);
        AtomicBoolean lost = new AtomicBoolean();
        try (WatchedPool another = new WatchedPool(PostgreSql.url())) {
            JdbcSessionStore wire =
                    JdbcSessionStore.builder(another).tablePrefix(PREFIX).build();
            pool.fault((real, method) -> {
                if (method.equals("prepareStatement") && !lost.getAndSet(true)) {
                    wire.append("chat", "life", 1, "b", two);
                    throw new SQLException("the answer is lost", "08006");
                }
                return false;
            });
            assertThat(store.append("chat", "life", 1, "b", two)).isEqualTo(Append.ADDED);
        }
        pool.fault(null);
        assertThat(store.load("chat", 0, 10)).hasSize(2);
        assertThat(store.append("chat", "life", 2, "b", List.of(new Entry(3, Message.user("two"), 1))))
                .isEqualTo(Append.ALREADY_THERE);
    }

    @Test
    void stepsReplaceStatementThatServerDoesNotSupport() {
        List<Entry> one = List.of(new Entry(1, Message.user("one"), 1));
        List<Entry> two = List.of(new Entry(2, Message.user("two"), 1));
        store.append("chat", "life", 0, "a", one);
        refuseNextStatement();
        assertThat(store.replaceAfter("chat", new Head("life", 1, 0, 0, 1), 0, "life-2", two))
                .isTrue();
        assertThat(store.load("chat", 0, 10)).isEqualTo(two);

        SessionSwitch change = new SessionSwitch(
                "chat", store.head("chat").orElseThrow(), "copy", null, List.of(), "life-3", null, List.of());
        refuseNextStatement();
        assertThat(store.switchSession(change)).isTrue();
        assertThat(store.load("chat", 0, 10)).isEmpty();
        assertThat(store.load("copy", 0, 10)).isEqualTo(two);
    }

    private void refuseNextStatement() {
        AtomicBoolean refused = new AtomicBoolean();
        pool.fault((real, method) -> {
            if (method.equals("prepareStatement") && !refused.getAndSet(true)) {
                throw new SQLException("multiple mutations of the same table are not supported", "0A000");
            }
            return false;
        });
    }

    @Test
    void keysOfAppendsAreForgottenNowAndThen() {
        long last = 0;
        for (int i = 0; i < 300; i++) {
            store.append("chat", "life", last, "key " + i, List.of(new Entry(++last, Message.user("said"), 1)));
        }
        assertThat(pool.rows("SELECT count(*) FROM " + PREFIX + "append_key"))
                .first()
                .asString()
                .isBetween("100", "228");
    }

    @Test
    void expiredConversationsAreFoundByIndex() {
        List<String> columns = pool.rows("SELECT column_name FROM information_schema.columns WHERE table_name = '"
                + PREFIX + "conversation' AND column_default IS NULL ORDER BY ordinal_position");
        assertThat(columns).hasSize(12);
        pool.execute(
                "INSERT INTO " + PREFIX + "conversation (" + String.join(", ", columns)
                        + ") SELECT 'chat ' || n, 'life', 1, 0, 0, 1, 0, n, 1000, '', 0, 0 FROM generate_series(1,"
                        + " 20000) n",
                "ANALYZE " + PREFIX + "conversation");
        String query = new ConversationTable(PREFIX, 0)
                .expired()
                .replaceFirst("\\?", "30000")
                .replace("?", "10");
        assertThat(String.join("\n", pool.rows("EXPLAIN " + query)))
                .contains(PREFIX + "expires")
                .doesNotContain("Sort");
    }
}
