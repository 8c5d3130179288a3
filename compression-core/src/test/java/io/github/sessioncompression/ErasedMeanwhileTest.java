package io.github.sessioncompression;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.MessageLists;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.PostgreSql;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.postgresql.ds.PGSimpleDataSource;

/** What is erased while another process is at work is gone in each store of the core, and in a framework's list. */
class ErasedMeanwhileTest {
    @Nested
    class InMemory extends ErasedMeanwhileContract {
        InMemory() {
            super(FuzzCases.times(5, 3));
        }

        @Override
        protected SessionStore store() {
            return SessionStore.inMemory();
        }

        @Override
        protected SessionStore again(SessionStore store) {
            return store;
        }
    }

    @Nested
    class InADatabase extends ErasedMeanwhileContract {
        private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "", "");

        InADatabase() {
            super(FuzzCases.times(9, 7));
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
            super(17);
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

    /** Two memories over one list of this process. */
    @Nested
    class InAList extends ErasedMeanwhileContract {
        InAList() {
            super(FuzzCases.times(7, 5));
        }

        @Override
        protected SessionStore store() {
            return MessageLists.store(
                    new FrameworkLists(FrameworkLists.Kind.METADATA),
                    StateSchema.session(),
                    MessageTokens.of(TokenOptions.defaults()));
        }

        @Override
        protected SessionStore again(SessionStore store) {
            return store;
        }
    }
}
