package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreDamageContract;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;

/** The contract of stores over a database. */
abstract class JdbcTextContract extends StoreDamageContract {
    static final String PREFIX = "Test_1_";

    /** Connections to one database that no other test uses; the same at each call. */
    abstract WatchedPool pool();

    @Override
    protected SessionStore newStore(InstantSource clock) {
        dropTables();
        return builder().leaseClock(clock).build();
    }

    JdbcStoreBuilder builder() {
        // A machine that is busy with other things must not make a test fail.
        return JdbcSessionStore.builder(pool()).tablePrefix(PREFIX).retryFor(Duration.ofMinutes(5));
    }

    JdbcSessionStore emptyStore() {
        dropTables();
        return builder().build();
    }

    Dialect dialect() {
        try (var connection = pool().getConnection()) {
            return Dialect.of(connection);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** By the library's own script. */
    void dropTables() {
        pool().execute(Schema.statements(Schema.script(dialect(), 'U'), PREFIX).toArray(String[]::new));
    }

    @AfterEach
    void returnsConnectionsUnchanged() {
        assertThat(pool().faults()).isEmpty();
    }
}
