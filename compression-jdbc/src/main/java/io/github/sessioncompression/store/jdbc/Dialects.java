package io.github.sessioncompression.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

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
        Optional<Dialect> found = find(connection);
        if (found.isEmpty()) {
            throw new JdbcStoreException("the database must be one of "
                    + ALL.stream()
                            .flatMap(dialect -> dialect.products().stream())
                            .toList()
                    + ", but is " + connection.getMetaData().getDatabaseProductName());
        }
        return found.get();
    }

    /** The dialect of the database behind a connection; empty if it is none of those known here. */
    static Optional<Dialect> find(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return ALL.stream()
                .filter(dialect -> dialect.products().contains(product))
                .findFirst();
    }
}
