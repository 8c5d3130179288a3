package io.github.sessioncompression.store.jdbc;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** H2: its names are bytes, because its texts are in the order of UTF-16 and some of its modes take letters of both cases for the same. */
final class H2Dialect extends Dialect {
    private static final Set<Integer> MISSING_TABLE = Set.of(42102, 42103, 42104);
    private static final int DUPLICATE_KEY = 23505;
    private static final Set<Integer> IN_THE_WAY = Set.of(40001, 50200, 90131);
    private static final Set<Integer> NOT_OPEN = Set.of(90007, 90020, 90067, 90098, 90121);

    @Override
    List<String> products() {
        return List.of("H2");
    }

    @Override
    String folder() {
        return "h2";
    }

    @Override
    boolean isMissingTable(SQLException failure) {
        return MISSING_TABLE.contains(failure.getErrorCode());
    }

    @Override
    boolean isDuplicate(SQLException failure) {
        return failure.getErrorCode() == DUPLICATE_KEY;
    }

    @Override
    boolean isConflict(SQLException failure) {
        return super.isConflict(failure) || IN_THE_WAY.contains(failure.getErrorCode());
    }

    @Override
    boolean isDisconnect(SQLException failure) {
        return super.isDisconnect(failure) || NOT_OPEN.contains(failure.getErrorCode());
    }

    /** Unless told otherwise, it writes what is committed only half a second later. */
    @Override
    @Nullable
    String risk(Queries queries) throws SQLException {
        long delay = queries.first(
                        "SELECT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'WRITE_DELAY'",
                        row -> row.number(1))
                .orElse(0L);
        boolean onDisk = queries.first("SELECT DATABASE_PATH()", row -> row.text(1))
                .filter(path -> !path.isEmpty())
                .isPresent();
        return onDisk && delay > 0
                ? "H2 writes what was committed only " + delay
                        + " ms later, so a crash loses it; add ;WRITE_DELAY=0 to the database's URL"
                : null;
    }

    @Override
    boolean namesAreBytes() {
        return true;
    }
}
