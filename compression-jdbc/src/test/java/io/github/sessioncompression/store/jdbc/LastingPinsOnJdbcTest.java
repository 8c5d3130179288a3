package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.LastingPinsContract;
import io.github.sessioncompression.store.SessionStore;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Pins last in a database. */
@Tag("landing")
class LastingPinsOnJdbcTest {
    /** The file is closed only with the last of its connections. */
    @Nested
    class OnH2 extends LastingPinsContract {
        private final Path folder;
        private final List<JdbcConnectionPool> pools = new ArrayList<>();

        OnH2(@TempDir Path folder) {
            this.folder = folder;
        }

        @AfterEach
        void closePools() {
            pools.forEach(JdbcConnectionPool::dispose);
        }

        @Override
        protected SessionStore open() {
            pools.add(JdbcConnectionPool.create("jdbc:h2:file:" + folder.resolve("pins") + ";WRITE_DELAY=0", "", ""));
            return JdbcSessionStore.builder(pools.get(pools.size() - 1)).build();
        }
    }

    @Nested
    @Tag("endurance")
    @Tag("fuzz")
    class OnPostgreSql extends LastingPinsContract {
        private final WatchedPool pool = new WatchedPool(PostgreSql.url());

        @AfterEach
        void closePool() throws SQLException {
            pool.close();
        }

        @Override
        protected SessionStore open() {
            return JdbcSessionStore.builder(pool).tablePrefix("pins_").build();
        }
    }
}
