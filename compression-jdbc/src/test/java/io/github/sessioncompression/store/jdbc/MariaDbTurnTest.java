package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore.Append;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Round trips of MariaDB. Runs under {@code -Pmariadb} alone. */
@Tag("mariadb")
class MariaDbTurnTest {
    private static final String PREFIX = "turns_";
    private static final Set<String> ROUND_TRIPS = Set.of(
            "prepareStatement",
            "createStatement",
            "commit",
            "rollback",
            "setAutoCommit",
            "getTransactionIsolation",
            "setTransactionIsolation");

    private final WatchedPool pool = new WatchedPool(MariaDb.url());
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void drop() throws Exception {
        pool.execute(
                Schema.statements(Schema.script(Dialect.MARIADB, 'U'), PREFIX).toArray(String[]::new));
        assertThat(pool.faults()).isEmpty();
        pool.close();
    }

    private JdbcSessionStore store(WatchedPool watched) {
        JdbcSessionStore store =
                JdbcSessionStore.builder(watched).tablePrefix(PREFIX).build();
        store.append("chat", "life", 0, "a", entries(1, 1));
        watched.fault((real, method) -> {
            if (ROUND_TRIPS.contains(method)) {
                calls.add(method);
            }
            return false;
        });
        return store;
    }

    private static List<Entry> entries(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(sequence -> new Entry(sequence, Message.user("It's ? \\ 'said' " + sequence), 1))
                .toList();
    }

    @Test
    void turnTakesThreeRoundTrips() {
        JdbcSessionStore store = store(pool);

        assertThat(store.append("chat", "life", 1, "b", entries(2, 3))).isEqualTo(Append.ADDED);
        assertThat(store.head("chat")).isPresent();
        assertThat(store.append("chat", "life", 3, "c", entries(4, 4))).isEqualTo(Append.ADDED);

        assertThat(calls).hasSize(3);
        assertThat(store.load("chat", 0, 10)).isEqualTo(entries(1, 4));
    }

    @Test
    void manyMessagesTakeOneInsert() {
        JdbcSessionStore store = store(pool);

        store.append("chat", "life", 1, "b", entries(2, 101));

        assertThat(calls).hasSizeLessThanOrEqualTo(7);
        assertThat(store.load("chat", 0, 1_000)).isEqualTo(entries(1, 101));
    }

    @Test
    void refusesWhatIsKnownOrBehind() {
        JdbcSessionStore store = store(pool);
        store.append("chat", "life", 1, "b", entries(2, 2));

        assertThat(store.append("chat", "life", 2, "b", entries(3, 3))).isEqualTo(Append.ALREADY_THERE);
        assertThat(store.append("chat", "life", 1, "c", entries(2, 2))).isEqualTo(Append.REFUSED);
        assertThat(store.append("chat", "other", 2, "c", entries(3, 3))).isEqualTo(Append.REFUSED);
        assertThat(store.load("chat", 0, 10)).isEqualTo(entries(1, 2));
    }

    @Test
    void appendsWithStatementsPreparedOnTheServer() throws Exception {
        try (WatchedPool prepared = new WatchedPool(MariaDb.url() + "&useServerPrepStmts=true")) {
            JdbcSessionStore store = store(prepared);

            assertThat(store.append("chat", "life", 1, "b", entries(2, 3))).isEqualTo(Append.ADDED);
            assertThat(store.load("chat", 0, 10)).isEqualTo(entries(1, 3));
        }
    }
}
