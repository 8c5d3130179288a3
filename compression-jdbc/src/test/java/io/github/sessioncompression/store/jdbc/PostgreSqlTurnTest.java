package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
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
    void turnTakesFiveRoundTripsAtMost() {
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
            assertThat(calls).hasSizeLessThanOrEqualTo(5);
            assertThat(store.load("chat", 500, 10)).hasSize(2);
        }
    }

    @Test
    void expiredConversationsAreFoundByIndex() {
        List<String> columns = pool.rows("SELECT column_name FROM information_schema.columns WHERE table_name = '"
                + PREFIX + "conversation' AND column_default IS NULL ORDER BY ordinal_position");
        assertThat(columns).hasSize(12);
        pool.execute(
                "INSERT INTO " + PREFIX + "conversation (" + String.join(", ", columns)
                        + ") SELECT 'chat ' || n, 'life', 1, 0, 0, 1, 0, n, 1000, '', 0, 0 FROM generate_series(1, 20000) n",
                "ANALYZE " + PREFIX + "conversation");
        String query = new ConversationTable(PREFIX, 0).expired().replace("?", "1010");
        assertThat(String.join("\n", pool.rows("EXPLAIN " + query))).contains(PREFIX + "expires");
    }
}
