package io.github.sessioncompression.store.jdbc;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Thrown where the database can't be reached, refuses what is asked of it, or has tables that this version can't use.
 *
 * <p>It repeats no content of a conversation. A driver's own words are part of it only where they can't hold any, as where a connection
 * fails; everywhere else there are the kind of exception, its SQLState and its error code.
 */
public final class JdbcStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String CONNECTION = "08";

    /** Classes of SQLState that speak of connections, permissions, statements and resources, never of values. */
    private static final Set<String> SPEAK_OF_NO_VALUE =
            Set.of(CONNECTION, "28", "3D", "3F", "40", "42", "53", "55", "57");

    private final boolean tablesMissing;

    JdbcStoreException(String problem) {
        this(problem, null, false);
    }

    private JdbcStoreException(String problem, @Nullable Throwable cause, boolean tablesMissing) {
        super(problem, cause);
        this.tablesMissing = tablesMissing;
    }

    static JdbcStoreException noTables(JdbcStoreException refusal) {
        return new JdbcStoreException(String.valueOf(refusal.getMessage()), refusal.getCause(), true);
    }

    /**
     * True if the database was reached, and the store's tables are not there because it refused to make them: for want of a right, for
     * instance.
     */
    public boolean areTablesMissing() {
        return tablesMissing;
    }

    /** True if the connection failed, whatever the statement. */
    boolean isOfTheConnection() {
        return getCause() instanceof SQLException failure && stateClass(failure).equals(CONNECTION);
    }

    static JdbcStoreException of(String what, SQLException failure, Dialect dialect) {
        return of(what, failure, dialect.speaksOfNoValue(), dialect.advice(failure));
    }

    static JdbcStoreException unreached(SQLException failure) {
        return of("reach the database", failure, true, null);
    }

    /** The pool is full, or the database can't be reached: the words are the pool's or the driver's, before anything was sent. */
    static JdbcStoreException noConnection(String what, SQLException failure) {
        return of(what, failure, true, "there was no connection to be had from the DataSource");
    }

    private static JdbcStoreException of(String what, SQLException failure, boolean noValues, @Nullable String advice) {
        String words = noValues || SPEAK_OF_NO_VALUE.contains(stateClass(failure))
                ? String.valueOf(failure.getMessage())
                : "its message is left out, for it may repeat contents";
        String description = failure.getClass().getSimpleName() + ", SQLState " + failure.getSQLState()
                + ", error code " + failure.getErrorCode() + ": " + words;
        SQLException cause = new SQLException(description, failure.getSQLState(), failure.getErrorCode());
        cause.setStackTrace(failure.getStackTrace());
        String plain = advice == null ? "" : advice + ": ";
        return new JdbcStoreException("could not " + what + ": " + plain + description, cause, false);
    }

    static String stateClass(SQLException failure) {
        @Nullable String state = failure.getSQLState();
        return state == null || state.length() < 2 ? "" : state.substring(0, 2);
    }
}
