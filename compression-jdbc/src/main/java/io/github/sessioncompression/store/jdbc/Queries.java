package io.github.sessioncompression.store.jdbc;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Statements on one connection, within one transaction.
 *
 * <p><b>Does nothing</b> to the transaction itself: {@link Transactions} commits it, or rolls it back after {@link #undo} or an exception. <b>Threads:</b> not
 * for use by several. <b>On failure</b> the driver's exception is thrown; of a batch the one behind it if there is one.
 */
final class Queries {
    /** Statements sent together: as many as keep a round trip's share small. */
    private static final int BATCH = 500;

    /** In characters: long messages are not gathered, so a statement takes a few MB of memory at most, and one message. */
    private static final long BATCH_LENGTH = 1_000_000;

    /** MariaDB's error code. */
    private static final int NOT_IN_PREPARED_PROTOCOL = 1295;

    private final Connection connection;
    private final Dialect dialect;
    private final int seconds;
    /** True if an earlier try of the same call may have been committed. */
    private final boolean mayBeDone;

    private boolean undone;

    /**
     * Statements on {@code connection}.
     *
     * @param seconds time limit of a statement, 0 for none
     */
    Queries(Connection connection, Dialect dialect, int seconds, boolean mayBeDone) {
        this.connection = connection;
        this.dialect = dialect;
        this.seconds = seconds;
        this.mayBeDone = mayBeDone;
    }

    /** A name as its column stores it. */
    Object name(String name) {
        return dialect.name(name);
    }

    Dialect dialect() {
        return dialect;
    }

    /** A number that the connection of a driver has; empty if the connection is not one of that type. */
    OptionalLong driver(String type, String method) throws SQLException {
        try {
            Class<?> known = Class.forName(
                    type, false, connection.getMetaData().getClass().getClassLoader());
            return connection.isWrapperFor(known)
                    ? OptionalLong.of(((Number) known.getMethod(method).invoke(connection.unwrap(known))).longValue())
                    : OptionalLong.empty();
        } catch (ReflectiveOperationException e) { // another driver, or a version without this
            return OptionalLong.empty();
        }
    }

    /** Reads one row. */
    @FunctionalInterface
    interface RowReader<T> {
        T read(Row row) throws SQLException;
    }

    /** One row of a result; columns count from 1. */
    record Row(ResultSet values, Dialect dialect) {
        long number(int column) throws SQLException {
            return values.getLong(column);
        }

        String name(int column) throws SQLException {
            return dialect.name(values, column);
        }

        /** A text; empty where there is none, which only somebody else can have written. */
        String text(int column) throws SQLException {
            String text = values.getString(column);
            return text == null ? "" : text;
        }
    }

    /** Number of rows that a statement changed. */
    int update(String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = prepared(sql)) {
            bind(statement, arguments);
            return statement.executeUpdate();
        }
    }

    /**
     * Inserts rows.
     *
     * @param insert the statement up to its values
     * @param row SQL of one row's values
     */
    void insert(String insert, String row, Iterable<Object[]> rows) throws SQLException {
        if (!dialect.insertsRowsTogether()) {
            batch(insert + " VALUES " + row, rows);
            return;
        }
        List<Object> values = new ArrayList<>();
        int count = 0;
        long length = 0;
        for (Object[] each : rows) {
            Collections.addAll(values, each);
            count++;
            length += length(each);
            if (count == BATCH || length > BATCH_LENGTH) {
                insertTogether(insert, row, count, values);
                values.clear();
                count = 0;
                length = 0;
            }
        }
        insertTogether(insert, row, count, values);
    }

    private void insertTogether(String insert, String row, int count, List<Object> values) throws SQLException {
        if (count > 0) {
            update(insert + " VALUES " + String.join(", ", Collections.nCopies(count, row)), values.toArray());
        }
    }

    /** Number of characters that are sent for a row's texts. */
    private static long length(Object[] row) {
        long length = 0;
        for (Object value : row) {
            length += value instanceof String text ? text.length() : 0;
        }
        return length;
    }

    /** Runs a block of statements; true if its last result is 1, false if the driver prepares statements on the server, which takes no blocks. */
    boolean block(String sql, Object... arguments) throws SQLException {
        try {
            return isOne(sql, arguments);
        } catch (SQLException e) {
            if (e.getErrorCode() == NOT_IN_PREPARED_PROTOCOL) {
                return false;
            }
            throw e;
        }
    }

    /** True if the last result of several statements is one row with 1; update counts before it are passed over. */
    private boolean isOne(String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = prepared(sql)) {
            bind(statement, arguments);
            boolean isResult = statement.execute();
            while (!isResult && statement.getUpdateCount() != -1) {
                isResult = statement.getMoreResults();
            }
            try (ResultSet result = statement.getResultSet()) {
                return isResult && result.next() && result.getInt(1) == 1;
            }
        }
    }

    /** Runs a statement once for each of {@code rows}. */
    void batch(String sql, Iterable<Object[]> rows) throws SQLException {
        try (PreparedStatement statement = prepared(sql)) {
            int count = 0;
            long length = 0;
            for (Object[] row : rows) {
                bind(statement, row);
                statement.addBatch();
                count++;
                length += length(row);
                if (count == BATCH || length > BATCH_LENGTH) {
                    statement.executeBatch();
                    count = 0;
                    length = 0;
                }
            }
            if (count > 0) {
                statement.executeBatch();
            }
        } catch (BatchUpdateException e) {
            // A batch fails without a state or a code with some drivers, and with all values in its message with
            // others.
            SQLException next = e.getNextException();
            throw next != null ? next : e.getCause() instanceof SQLException cause ? cause : e;
        }
    }

    /** All rows of a query. */
    <T> List<T> list(String sql, RowReader<T> reader, Object... arguments) throws SQLException {
        try (PreparedStatement statement = prepared(sql)) {
            bind(statement, arguments);
            try (ResultSet result = statement.executeQuery()) {
                List<T> rows = new ArrayList<>();
                Row row = new Row(result, dialect);
                while (result.next()) {
                    rows.add(reader.read(row));
                }
                return rows;
            }
        }
    }

    /** The first row of a query; all others are read, too, so queries limit them. */
    <T> Optional<T> first(String sql, RowReader<T> reader, Object... arguments) throws SQLException {
        return list(sql, reader, arguments).stream().findFirst();
    }

    /** True if an earlier try of the same call may have been committed and its answer was lost. */
    boolean mayBeDone() {
        return mayBeDone;
    }

    /** Has everything undone that this transaction did, and gives {@code result} back. */
    <T> T undo(T result) {
        undone = true;
        return result;
    }

    boolean isUndone() {
        return undone;
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        if (seconds > 0) {
            statement.setQueryTimeout(seconds);
        }
        return statement;
    }

    private static void bind(PreparedStatement statement, Object... arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
    }
}
