package io.github.sessioncompression.store.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** PostgreSQL: its names are text of the collation {@code "C"}, which compares bytes. */
final class PostgreSqlDialect extends Dialect {
    private static final String UNDEFINED_TABLE = "42P01";
    /** A row with that key; a type or a table of that name, where two make the tables at the same moment. */
    private static final Set<String> DUPLICATES = Set.of("23505", "42710", "42P07");

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
        return DUPLICATES.contains(String.valueOf(failure.getSQLState()));
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
