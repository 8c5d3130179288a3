package io.github.sessioncompression.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Differences of one database from the others: everything else is SQL that all of them know.
 *
 * <p>Another database costs one more of these, a folder of scripts, and a line in {@link Dialects}.
 */
abstract class Dialect {
    /** State of class 40 in which the outcome of the statement is unknown. */
    private static final String COMPLETION_UNKNOWN = "40003";

    private static final Set<String> SHUTDOWN = Set.of("57P01", "57P02", "57P03");

    /** The names by which its drivers call it. */
    abstract List<String> products();

    /** Folder of its scripts. */
    abstract String folder();

    /** True if a table is missing. */
    abstract boolean isMissingTable(SQLException failure);

    /** True if a row, or a table that is to be created, exists already. */
    abstract boolean isDuplicate(SQLException failure);

    /** True if the transaction failed because of concurrent ones and had no effect. */
    boolean isConflict(SQLException failure) {
        return JdbcStoreException.stateClass(failure).equals("40") && !COMPLETION_UNKNOWN.equals(failure.getSQLState());
    }

    /** True if the connection failed or could not be obtained. */
    boolean isDisconnect(SQLException failure) {
        return failure instanceof SQLTransientConnectionException
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLRecoverableException
                || JdbcStoreException.stateClass(failure).equals("08")
                || SHUTDOWN.contains(String.valueOf(failure.getSQLState()));
    }

    /** True if each statement of a transaction with this isolation sees exactly what is committed before it. */
    boolean isIsolated(int level) {
        return level == Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Setting of the database that may lose committed data, with its cure; {@code null} if none is known. */
    @Nullable
    String risk(Queries queries) throws SQLException {
        return null;
    }

    /** True if the driver's messages never contain a value. */
    boolean speaksOfNoValue() {
        return false;
    }

    /**
     * True if its columns for names hold bytes: where texts are not compared by their bytes, or not in their order, names are kept
     * as the bytes of their UTF-8.
     */
    abstract boolean namesAreBytes();

    /** A name as its column takes it. */
    final Object name(String name) {
        return namesAreBytes() ? name.getBytes(StandardCharsets.UTF_8) : name;
    }

    /** A name as its column gives it. */
    final String name(ResultSet row, int column) throws SQLException {
        return namesAreBytes() ? new String(row.getBytes(column), StandardCharsets.UTF_8) : row.getString(column);
    }
}
