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
 * In what one database differs from the others: everything else is SQL that all of them know.
 *
 * <p>Another database costs one more of these, a folder of scripts, and a line in {@link Dialects}.
 */
abstract class Dialect {
    /** Of class 40, but nobody knows whether the statement did something. */
    private static final String COMPLETION_UNKNOWN = "40003";

    private static final Set<String> SHUTDOWN = Set.of("57P01", "57P02", "57P03");

    /** The names by which its drivers call it. */
    abstract List<String> products();

    /** Where its scripts are. */
    abstract String folder();

    /** Whether the failure says that a table is not there. */
    abstract boolean isMissingTable(SQLException failure);

    /** Whether the failure says that a row, or a table that is to be made, is there already. */
    abstract boolean isDuplicate(SQLException failure);

    /** Whether the transaction failed only because others were in its way, and did nothing. */
    boolean isConflict(SQLException failure) {
        return JdbcStoreException.stateClass(failure).equals("40") && !COMPLETION_UNKNOWN.equals(failure.getSQLState());
    }

    /** Whether the connection failed, or could not be had. */
    boolean isDisconnect(SQLException failure) {
        return failure instanceof SQLTransientConnectionException
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLRecoverableException
                || JdbcStoreException.stateClass(failure).equals("08")
                || SHUTDOWN.contains(String.valueOf(failure.getSQLState()));
    }

    /** Whether transactions of this isolation see what others have committed before each statement, and nothing else. */
    boolean isIsolated(int level) {
        return level == Connection.TRANSACTION_READ_COMMITTED;
    }

    /** What of the database's settings may lose what was committed, and what to do about it; {@code null} if nothing is known. */
    @Nullable
    String risk(Queries queries) throws SQLException {
        return null;
    }

    /** Whether no message of the driver repeats a value. */
    boolean speaksOfNoValue() {
        return false;
    }

    /**
     * Whether its columns for names hold bytes: where texts are not compared by their bytes, or not in their order, names are kept
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
