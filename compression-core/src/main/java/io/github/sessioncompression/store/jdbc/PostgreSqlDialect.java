package io.github.sessioncompression.store.jdbc;

import java.sql.SQLException;
import java.util.List;

/** PostgreSQL: its names are text of the collation {@code "C"}, which compares bytes. */
final class PostgreSqlDialect extends Dialect {
    private static final String UNDEFINED_TABLE = "42P01";
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    @Override
    List<String> products() {
        return List.of("PostgreSQL");
    }

    @Override
    String folder() {
        return "postgresql";
    }

    @Override
    boolean isMissingTable(SQLException failure) {
        return UNDEFINED_TABLE.equals(failure.getSQLState());
    }

    @Override
    boolean isDuplicate(SQLException failure) {
        return UNIQUE_VIOLATION.equals(failure.getSQLState());
    }

    @Override
    boolean isConflict(SQLException failure) {
        return super.isConflict(failure) || LOCK_NOT_AVAILABLE.equals(failure.getSQLState());
    }

    @Override
    boolean namesAreBytes() {
        return false;
    }
}
