package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class JdbcStoreBuilderTest {
    private final JdbcStoreBuilder builder = JdbcSessionStore.builder(new JdbcDataSource());

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // What the types forbid and other languages do.
    private static <T> T none() {
        return null;
    }

    @Test
    void namesMissingRetryTime() {
        assertThatNullPointerException()
                .isThrownBy(() -> builder.retryFor(none()))
                .withMessage("retryFor");
    }

    @Test
    void namesMissingTablePrefix() {
        assertThatNullPointerException()
                .isThrownBy(() -> builder.tablePrefix(none()))
                .withMessage("tablePrefix");
    }
}
