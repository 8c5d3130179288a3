package io.github.sessioncompression.store.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("landing")
@Tag("endurance")
class SqliteStoreTest extends JdbcStoreContract {
    private static WatchedPool pool;

    @BeforeAll
    static void open(@TempDir Path folder) {
        pool = new WatchedPool("jdbc:sqlite:" + folder.resolve("store.db") + "?journal_mode=WAL");
    }

    @AfterAll
    static void close() throws SQLException {
        pool.close();
    }

    @Override
    WatchedPool pool() {
        return pool;
    }
}
