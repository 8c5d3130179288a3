package io.github.sessioncompression.store.jdbc;

import java.sql.SQLException;
import java.util.List;

/**
 * SQLite: one writer at a time, all transactions serializable.
 *
 * <p>Its driver has no SQLStates. Every transaction of the store begins with a write, so that it waits for the writer before it and never
 * finds that its snapshot is too old to write.
 */
final class SqliteDialect extends Dialect {
    private static final int PRIMARY_CODE = 0xff;
    private static final int ERROR = 1;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int CONSTRAINT = 19;

    @Override
    List<String> products() {
        return List.of("SQLite");
    }

    @Override
    String folder() {
        return "sqlite";
    }

    @Override
    boolean isMissingTable(SQLException failure) {
        // The code stands for every fault of a statement; the words are SQLite's own and the same in every language.
        return primaryCode(failure) == ERROR
                && String.valueOf(failure.getMessage()).contains("no such table");
    }

    @Override
    boolean isDuplicate(SQLException failure) {
        return primaryCode(failure) == CONSTRAINT;
    }

    @Override
    boolean isConflict(SQLException failure) {
        int code = primaryCode(failure);
        return super.isConflict(failure) || code == BUSY || code == LOCKED;
    }

    @Override
    boolean isIsolated(int level) {
        return true;
    }

    @Override
    boolean speaksOfNoValue() {
        return true;
    }

    @Override
    boolean namesAreBytes() {
        return false;
    }

    private static int primaryCode(SQLException failure) {
        return failure.getErrorCode() & PRIMARY_CODE;
    }
}
