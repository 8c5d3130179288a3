package io.github.sessioncompression.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The databases known here. */
final class Dialects {
    private static final List<Dialect> ALL =
            List.of(new PostgreSqlDialect(), new MySqlDialect(), new H2Dialect(), new SqliteDialect());

    private Dialects() {}

    /**
     * The dialect of the database behind a connection.
     *
     * @throws JdbcStoreException if it is none of those known here
     */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return ALL.stream()
                .filter(dialect -> dialect.products().contains(product))
                .findFirst()
                .orElseThrow(() -> new JdbcStoreException("the database must be one of "
                        + ALL.stream()
                                .flatMap(dialect -> dialect.products().stream())
                                .toList() + ", but is " + product));
    }
}
