package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("endurance")
@Tag("landing")
class H2FileStoreTest extends JdbcStoreContract {
    private static WatchedPool pool;

    @BeforeAll
    static void open(@TempDir Path folder) {
        pool = new WatchedPool("jdbc:h2:file:" + folder.resolve("store") + ";WRITE_DELAY=0");
    }

    @AfterAll
    static void close() throws SQLException {
        pool.close();
    }

    @Test
    void warnsOfDelayedWrites(@TempDir Path folder) throws SQLException {
        String url = "jdbc:h2:file:" + folder.resolve("late");
        try (Warnings warnings = new Warnings()) {
            try (WatchedPool safe = new WatchedPool(url + ";WRITE_DELAY=0")) {
                JdbcSessionStore.builder(safe).build();
            }
            JdbcSessionStore.builder(new WatchedPool("jdbc:h2:mem:late")).build();
            assertThat(warnings.lines()).isEmpty();
            try (WatchedPool late = new WatchedPool(url + ";WRITE_DELAY=500")) {
                JdbcSessionStore.builder(late).build();
            }
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("500 ms")
                    .contains("WRITE_DELAY=0");
        }
    }

    @Override
    WatchedPool pool() {
        return pool;
    }
}
