package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.ErasedMeanwhileContract;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.store.SessionStore;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.postgresql.ds.PGSimpleDataSource;

/** A message that is erased while another process works is gone from a database. */
@Tag("landing")
class ErasedMeanwhileOnJdbcTest {
    @Nested
    class OnH2 extends ErasedMeanwhileContract {
        private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "", "");

        OnH2() {
            super(FuzzCases.fuzzing(9, 7));
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

        @Override
        protected SessionStore store() {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(PostgreSql.url());
            return JdbcSessionStore.builder(source).tablePrefix("erased_").build();
        }

        @Override
        protected SessionStore again(SessionStore store) {
            return store();
        }
    }
}
