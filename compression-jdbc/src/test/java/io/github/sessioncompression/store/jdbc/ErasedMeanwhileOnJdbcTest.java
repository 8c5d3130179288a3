package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.ErasedMeanwhileContract;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.store.SessionStore;
import java.sql.SQLException;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** A message that is erased while another process works is gone from a database. */
@Tag("landing")
class ErasedMeanwhileOnJdbcTest {
    @Nested
    class OnH2 extends ErasedMeanwhileContract {
        private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "", "");

        OnH2() {
            super(FuzzCases.fuzzing(13, 7));
        }

        @Override
        protected SessionStore store() {
            return JdbcSessionStore.builder(pool).build();
        }

        @Override
        protected SessionStore again(SessionStore store) {
            return JdbcSessionStore.builder(pool).build();
        }
    }

    @Nested
    @Tag("endurance")
    class OnPostgreSql extends ErasedMeanwhileContract {
        OnPostgreSql() {
            super(FuzzCases.fuzzing(29, 17));
        }

        private final WatchedPool pool = new WatchedPool(PostgreSql.url());

        @AfterEach
        void closePool() throws SQLException {
            pool.close();
        }

        @Override
        protected SessionStore store() {
            return JdbcSessionStore.builder(pool).tablePrefix("erased_").build();
        }

        @Override
        protected SessionStore again(SessionStore store) {
            return store();
        }
    }
}
