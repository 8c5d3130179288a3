package io.github.sessioncompression;

import io.github.sessioncompression.lists.FrameworkLists;
import io.github.sessioncompression.lists.MessageLists;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.PostgreSql;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.nio.file.Path;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** What is pinned lasts in each store of the core, and in a framework's list. */
class LastingPinsTest {
    @Nested
    class InMemory extends LastingPinsContract {
        private final SessionStore store = SessionStore.inMemory();

        @Override
        protected SessionStore open() {
            return store;
        }
    }

    /** Each call opens the file anew, for nobody else has it open. */
    @Nested
    @Tag("landing")
    class InAFile extends LastingPinsContract {
        private final Path folder;

        InAFile(@TempDir Path folder) {
            this.folder = folder;
        }

        @Override
        protected SessionStore open() {
            JdbcDataSource source = new JdbcDataSource();
            source.setURL("jdbc:h2:file:" + folder.resolve("pins") + ";WRITE_DELAY=0");
            return JdbcSessionStore.builder(source).build();
        }
    }

    @Nested
    @Tag("endurance")
    class OnPostgreSql extends LastingPinsContract {
        @Override
        protected SessionStore open() {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(PostgreSql.url());
            return JdbcSessionStore.builder(source).tablePrefix("pins_").build();
        }
    }

    /** Two memories over one list; what one process knows of it the other reads out of it. */
    @Nested
    class InAList extends LastingPinsContract {
        private final FrameworkLists lists = new FrameworkLists(FrameworkLists.Kind.METADATA);

        @Override
        protected SessionStore open() {
            return MessageLists.store(lists, StateSchema.session(), MessageTokens.of(TokenOptions.defaults()));
        }
    }
}
