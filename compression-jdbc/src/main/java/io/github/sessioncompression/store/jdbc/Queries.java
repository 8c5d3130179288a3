package io.github.sessioncompression.store.jdbc;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Statements on one connection, within one transaction. Not for use by several threads. */
final class Queries {
    /** Statements sent together: as many as keep a round trip's share small. */
    private static final int BATCH = 500;

    /** In characters: long messages are not gathered. */
    private static final long BATCH_LENGTH = 1_000_000;

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

    /** Runs a statement once for each of {@code rows}. */
    void batch(String sql, Iterable<Object[]> rows) throws SQLException {
        try (PreparedStatement statement = prepared(sql)) {
            int count = 0;
            long length = 0;
            for (Object[] row : rows) {
                bind(statement, row);
                statement.addBatch();
                count++;
                for (Object value : row) {
                    length += value instanceof String text ? text.length() : 0;
                }
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
