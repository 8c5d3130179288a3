package io.github.sessioncompression.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Differences of one database from the others; everything else is SQL that all of them know. Another database needs one more constant and
 * a folder of scripts.
 */
@SuppressWarnings("ImmutableEnumChecker") // The collections are unmodifiable.
enum Dialect {
    /** Names are text of the collation {@code "C"}, which compares bytes. */
    POSTGRESQL(
            List.of("PostgreSQL"),
            false,
            Set.of("42P01"),
            // A row with that key; a type or a table of that name, where two make the tables at the same moment.
            Set.of("23505", "42710", "42P07"),
            Set.of("55P03"),
            Set.of(),
            "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)") {
        @Override
        @Nullable
        String risk(Queries queries, String url) throws SQLException {
            return DatabaseRisks.ofPostgres(queries);
        }
    },

    /** Names are bytes: MySQL and MariaDB have no collation in common that compares bytes and keeps spaces at the end. */
    MYSQL(
            List.of("MySQL"),
            true,
            Set.of("1146"),
            Set.of("1062"),
            // Lock timeout, deadlock, and MariaDB's row that changed since the transaction's snapshot.
            Set.of("1205", "1213", "1020"),
            Set.of(),
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))"),

    /** As MySQL, but a server that runs several statements in one round trip. */
    MARIADB(List.of("MariaDB"), MYSQL),

    /** Names are bytes: texts are in the order of UTF-16, and some modes take letters of both cases for the same. */
    H2(
            List.of("H2"),
            true,
            Set.of("42102", "42103", "42104"),
            Set.of("23505"),
            Set.of("40001", "50200", "90131"),
            Set.of("90007", "90020", "90067", "90098", "90121"),
            "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000000 AS BIGINT)") {
        @Override
        @Nullable
        String risk(Queries queries, String url) throws SQLException {
            return DatabaseRisks.ofH2(queries, url);
        }
    },

    /**
     * One writer at a time, all transactions serializable. The driver has no SQLStates. Every transaction of the store begins with a write,
     * so that it waits for the writer before it and never finds that its snapshot is too old to write.
     */
    SQLITE(
            List.of("SQLite"),
            false,
            Set.of("1"),
            Set.of("19"),
            Set.of("5", "6"),
            Set.of(),
            "CAST(ROUND((julianday('now') - 2440587.5) * 86400000) AS INTEGER) * 1000") {
        /** The code stands for every fault of a statement; the words are SQLite's own and the same in every language. */
        @Override
        boolean isMissingTable(SQLException failure) {
            return super.isMissingTable(failure)
                    && String.valueOf(failure.getMessage()).contains("no such table");
        }
    };

    /** State of class 40 in which the outcome of the statement is unknown. */
    private static final String COMPLETION_UNKNOWN = "40003";

    /** By SQLState, MySQL's and H2's error code. */
    private static final Set<String> READ_ONLY = Set.of("25006", "1290", "1792", "90097");

    private static final String CANCELLED = "57014";

    private static final Set<String> SHUTDOWN = Set.of("57P01", "57P02", "57P03");

    private final List<String> products;
    private final boolean namesAreBytes;
    private final Set<String> missingTable;
    private final Set<String> duplicate;
    private final Set<String> conflict;
    private final Set<String> disconnect;
    private final String micros;

    /**
     * A dialect. Failures are SQLStates, or error codes of the driver.
     *
     * @param products the names by which drivers call the database
     * @param namesAreBytes whether columns for names hold the bytes of their UTF-8
     * @param micros SQL for the database's time in microseconds since 1970
     */
    Dialect(
            List<String> products,
            boolean namesAreBytes,
            Set<String> missingTable,
            Set<String> duplicate,
            Set<String> conflict,
            Set<String> disconnect,
            String micros) {
        this.products = products;
        this.namesAreBytes = namesAreBytes;
        this.missingTable = missingTable;
        this.duplicate = duplicate;
        this.conflict = conflict;
        this.disconnect = disconnect;
        this.micros = micros;
    }

    Dialect(List<String> products, Dialect like) {
        this(
                products,
                like.namesAreBytes,
                like.missingTable,
                like.duplicate,
                like.conflict,
                like.disconnect,
                like.micros);
    }

    /**
     * The dialect of the database behind a connection.
     *
     * @throws JdbcStoreException if it is not a supported one
     */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return named(product)
                .orElseThrow(() -> new JdbcStoreException("the database must be one of "
                        + Stream.of(values())
                                .flatMap(dialect -> dialect.products.stream())
                                .toList()
                        + ", but is " + product));
    }

    /** The dialect of the database that drivers call so; empty if it is not a supported one. */
    static Optional<Dialect> named(String product) {
        return Stream.of(values())
                .filter(dialect -> dialect.products.contains(product))
                .findFirst();
    }

    /** Folder of its scripts. */
    String folder() {
        return (this == MARIADB ? MYSQL : this).name().toLowerCase(Locale.ROOT);
    }

    /** Statement that sets the isolation of the connection's next transaction alone to READ COMMITTED; {@code null} if there is none. */
    @Nullable
    String isolateNext() {
        return this == MYSQL || this == MARIADB ? "SET TRANSACTION ISOLATION LEVEL READ COMMITTED" : null;
    }

    /** True if a block of statements, a transaction of its own, is sent at once. */
    boolean runsBlocks() {
        return this == MARIADB;
    }

    /** True if one statement inserts several rows faster than a batch does. */
    boolean insertsRowsTogether() {
        return this == MYSQL || this == MARIADB;
    }

    boolean isMissingTable(SQLException failure) {
        return isOneOf(missingTable, failure);
    }

    /** True if a row, or a table that is to be created, exists already. */
    boolean isDuplicate(SQLException failure) {
        return isOneOf(duplicate, failure);
    }

    /** True if the transaction failed because of concurrent ones and had no effect. */
    boolean isConflict(SQLException failure) {
        boolean rolledBack = JdbcStoreException.stateClass(failure).equals("40")
                && !COMPLETION_UNKNOWN.equals(failure.getSQLState());
        return rolledBack || isOneOf(conflict, failure);
    }

    /** True if the connection failed or could not be obtained. */
    boolean isDisconnect(SQLException failure) {
        return failure instanceof SQLTransientConnectionException
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLRecoverableException
                || JdbcStoreException.stateClass(failure).equals("08")
                || SHUTDOWN.contains(String.valueOf(failure.getSQLState()))
                || isOneOf(disconnect, failure);
    }

    private boolean isOneOf(Set<String> failures, SQLException failure) {
        return failures.contains(String.valueOf(failure.getSQLState()))
                || failures.contains(String.valueOf(errorCode(failure)));
    }

    /** The code of the driver; SQLite's primary one, without the extension. */
    private int errorCode(SQLException failure) {
        return this == SQLITE ? failure.getErrorCode() & 0xff : failure.getErrorCode();
    }

    /** True if each statement of a transaction with this isolation sees exactly what is committed before it. */
    boolean isIsolated(int level) {
        return this == SQLITE || level == Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Setting of the database that may lose committed data or connections, with its cure; {@code null} if none is known. */
    @Nullable
    String risk(Queries queries, String url) throws SQLException {
        return null;
    }

    /** SQL for the database's time in microseconds since 1970. */
    String micros() {
        return micros;
    }

    /** True if one statement may write to several tables. */
    boolean writesWithinQueries() {
        return this == POSTGRESQL;
    }

    /**
     * True if transactions that update one row at the same time may undo one another, so that a store writes one at a time.
     *
     * <p>In H2, once in some 70,000 appends of eight threads to one conversation, a committed update of its row is undone (2.4.240).
     */
    boolean losesUpdates() {
        return this == H2;
    }

    /** True if a statement waits for a lock without a limit of its own. */
    boolean waitsForLocks() {
        return this == POSTGRESQL;
    }

    /** Cause of a failure and its cure in plain words; {@code null} if the failure's own words suffice. */
    @Nullable
    String advice(SQLException failure) {
        if (isMissingTable(failure)) {
            return "a table of the store is missing; a new store makes it, empty, or the script V1__session_compression.sql";
        }
        if (isOneOf(READ_ONLY, failure)) {
            return "the database is read-only";
        }
        return CANCELLED.equals(failure.getSQLState())
                ? "the statement took too long, perhaps behind an open transaction of another process"
                : null;
    }

    /** True if the driver's messages never contain a value. */
    boolean speaksOfNoValue() {
        return this == SQLITE;
    }

    /** A name as its column stores it. */
    final Object name(String name) {
        return namesAreBytes ? name.getBytes(StandardCharsets.UTF_8) : name;
    }

    /** A name read from its column. */
    final String name(ResultSet row, int column) throws SQLException {
        return namesAreBytes ? new String(row.getBytes(column), StandardCharsets.UTF_8) : row.getString(column);
    }
}
