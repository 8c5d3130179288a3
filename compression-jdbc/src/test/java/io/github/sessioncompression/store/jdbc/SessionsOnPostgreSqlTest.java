package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.SessionsContract;
import io.github.sessioncompression.log.FaultLog;
import io.github.sessioncompression.log.WarningThrottle;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.session.SessionIndex.Row;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sessions in PostgreSQL: of one chat by two processes, and of many chats. */
@Tag("landing")
class SessionsOnPostgreSqlTest extends SessionsContract {
    private static final String PREFIX = "sessions_";
    private static final int CHATS = 100;
    private static final int SESSIONS = 20;
    private static final int ASKED = 10;
    private static final int MOST_CALLS = 24;
    private static final WatchedPool POOL = new WatchedPool(PostgreSql.url());

    @Override
    protected SessionStore open() {
        return JdbcSessionStore.builder(POOL).tablePrefix(PREFIX).build();
    }

    @AfterAll
    static void drop() throws Exception {
        try (POOL) {
            POOL.execute(Schema.statements(Schema.script(Dialect.POSTGRESQL, 'U'), PREFIX)
                    .toArray(String[]::new));
        }
    }

    @Test
    void listAndSearchTakeFewCallsAmongManyChats() throws Exception {
        try (WatchedPool pool = new WatchedPool(PostgreSql.url());
                SessionCompressor compressor = SessionCompressor.builder()
                        .policy(POLICY)
                        .store(JdbcSessionStore.builder(pool)
                                .tablePrefix(PREFIX)
                                .build())
                        .build()) {
            SessionStore store =
                    JdbcSessionStore.builder(pool).tablePrefix(PREFIX).build();
            IntStream.range(0, CHATS).forEach(chat -> keep(store, "chat-" + chat));
            for (int i = 0; i < ASKED; i++) {
                Conversation chat = compressor.conversation("chat-" + i * (CHATS / ASKED));
                chat.append(Message.user("Good morning!"), Message.assistant("Good morning!"));
                int calls = pool.given();
                assertThat(chat.sessions().list()).hasSize(SESSIONS + 1);
                List<Session.Hit> hits = chat.sessions().search("Which shed holds key 7 of the garden?", 3);
                assertThat(pool.given() - calls).isLessThanOrEqualTo(MOST_CALLS);
                assertThat(hits.get(0).session().id()).isEqualTo("7");
            }
        }
    }

    private static void keep(SessionStore store, String chat) {
        List<Row> rows = new ArrayList<>();
        for (int i = 1; i <= SESSIONS; i++) {
            String text = "Shed " + i + " holds key " + i + ".\n"
                    + ("The bed by the fence of plot " + i + " needs soil, bulbs and water.\n").repeat(50);
            Session session = new Session(
                    chat,
                    String.valueOf(i),
                    i == 1 ? null : String.valueOf(i - 1),
                    "Plot " + i,
                    Instant.EPOCH,
                    Instant.EPOCH.plus(Duration.ofDays(i)),
                    80,
                    4_000,
                    SessionIndex.copyName(chat, String.valueOf(i), "a"));
            rows.add(new Row(session, text, false, List.of(), List.of()));
        }
        rows.add(Row.current(chat, String.valueOf(SESSIONS + 1), String.valueOf(SESSIONS)));
        FaultLog faults = new FaultLog(chat, new WarningThrottle(InstantSource.system()));
        new SessionIndex(store, chat, () -> UUID.randomUUID().toString(), faults).change(before -> rows);
    }
}
