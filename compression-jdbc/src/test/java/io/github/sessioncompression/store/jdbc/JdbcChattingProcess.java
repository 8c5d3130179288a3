package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.ChattingProcess;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.Arrays;
import javax.sql.DataSource;

/** A process of its own that chats over a database. */
public final class JdbcChattingProcess {
    private JdbcChattingProcess() {}

    /**
     * Chats.
     *
     * @param arguments how to connect, then what {@link ChattingProcess#chat} is told
     */
    public static void main(String[] arguments) throws Exception {
        ChattingProcess.chat(store(new WatchedPool(arguments[0])), Arrays.copyOfRange(arguments, 1, arguments.length));
    }

    static SessionStore store(DataSource database) {
        return JdbcSessionStore.builder(database)
                .tablePrefix("Chatting_")
                .retryFor(Duration.ofMinutes(5))
                .build();
    }
}
