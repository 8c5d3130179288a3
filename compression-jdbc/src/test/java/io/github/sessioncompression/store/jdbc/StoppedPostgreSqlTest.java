package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoppedServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("endurance")
@Tag("landing")
class StoppedPostgreSqlTest {
    @Test
    void delaysAndLosesNothing(@TempDir Path folder) throws Exception {
        try (Server server = new Server(folder.resolve("data"))) {
            server.start();
            String url = "jdbc:postgresql://localhost:" + server.port + "/postgres?user=postgres";
            try (WatchedPool pool = new WatchedPool(url)) {
                StoppedServer.chat(store(pool, Duration.ofMinutes(5)), store(pool, Duration.ofMillis(250)), server);
            }
        }
    }

    private static SessionStore store(WatchedPool pool, Duration time) {
        return JdbcSessionStore.builder(pool).retryFor(time).build();
    }

    /** A server of this test alone. */
    private static final class Server implements StoppedServer.Switch, AutoCloseable {
        private final Path data;
        private final int port;
        private @Nullable EmbeddedPostgres running;

        Server(Path data) throws IOException {
            this.data = data;
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
        }

        @Override
        public void start() throws IOException {
            running = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .start();
        }

        @Override
        public void stop() throws IOException {
            if (running != null) {
                running.close();
            }
        }

        @Override
        public void close() throws IOException {
            stop();
        }
    }
}
