package io.github.sessioncompression.store.jdbc;

import java.sql.SQLException;
import java.util.List;

/**
 * MySQL and MariaDB: their names are bytes, because the two have no collation in common that compares bytes and takes spaces at the
 * end for what they are.
 */
final class MySqlDialect extends Dialect {
    private static final int NO_SUCH_TABLE = 1146;
    private static final int DUPLICATE_ENTRY = 1062;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;
    /** MariaDB: the row has changed since the transaction's snapshot. */
    private static final int CHECK_READ = 1020;

    @Override
    List<String> products() {
        return List.of("MySQL", "MariaDB");
    }

    @Override
    String folder() {
        return "mysql";
    }

    @Override
    boolean isMissingTable(SQLException failure) {
        return failure.getErrorCode() == NO_SUCH_TABLE;
    }

    @Override
    boolean isDuplicate(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_ENTRY;
    }

    @Override
    boolean isConflict(SQLException failure) {
        int code = failure.getErrorCode();
        return super.isConflict(failure) || code == LOCK_WAIT_TIMEOUT || code == DEADLOCK || code == CHECK_READ;
    }

    @Override
    boolean namesAreBytes() {
        return true;
    }
}
