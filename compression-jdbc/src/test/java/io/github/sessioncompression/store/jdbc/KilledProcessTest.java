package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.store.KilledProcesses;
import io.github.sessioncompression.store.KilledProcesses.Opened;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed over real databases. */
@Tag("endurance")
@Tag("landing")
class KilledProcessTest {
    @Test
    void onPostgreSql() throws Exception {
        kill(FuzzCases.KILLED_PROCESSES.count(), PostgreSql.url());
    }

    @Test
    void sessionsOnPostgreSql() throws Exception {
        KilledProcesses.killSessions(
                FuzzCases.KILLED_PROCESSES.count(),
                JdbcChattingProcess.class,
                PostgreSql.url(),
                () -> opened(PostgreSql.url()));
    }

    @Test
    void onAnH2File(@TempDir Path folder) throws Exception {
        kill(
                Math.max(1, FuzzCases.KILLED_PROCESSES.count() / 5),
                "jdbc:h2:retry:" + folder.resolve("store") + ";WRITE_DELAY=0");
    }

    @Test
    void onAnSqliteFile(@TempDir Path folder) throws Exception {
        kill(
                Math.max(1, FuzzCases.KILLED_PROCESSES.count() / 5),
                "jdbc:sqlite:" + folder.resolve("store.db") + "?journal_mode=WAL");
    }

    private static void kill(int times, String url) throws Exception {
        KilledProcesses.kill(times, JdbcChattingProcess.class, url, () -> opened(url));
    }

    private static Opened opened(String url) {
        WatchedPool pool = new WatchedPool(url);
        return new Opened(JdbcChattingProcess.store(pool), () -> close(pool));
    }

    private static void close(WatchedPool pool) {
        try {
            pool.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
