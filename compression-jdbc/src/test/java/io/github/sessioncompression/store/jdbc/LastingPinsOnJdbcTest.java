package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.LastingPinsContract;
import io.github.sessioncompression.store.SessionStore;
import java.nio.file.Path;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** Pins last in a database. */
class LastingPinsOnJdbcTest {
    /** Each call opens the file anew, for nobody else has it open. */
    @Nested
    @Tag("landing")
    class OnH2 extends LastingPinsContract {
        private final Path folder;

        OnH2(@TempDir Path folder) {
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
}
