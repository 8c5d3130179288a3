package io.github.sessioncompression.store.jdbc;

import java.sql.Connection;
import org.junit.jupiter.api.Tag;

/** Connections that come without autocommit and with another isolation. */
@Tag("endurance")
@Tag("fuzz")
@Tag("landing")
class PostgreSqlRepeatableReadStoreTest extends JdbcStoreContract {
    private static final WatchedPool POOL =
            new WatchedPool(PostgreSql.url(), false, Connection.TRANSACTION_REPEATABLE_READ);

    @Override
    WatchedPool pool() {
        return POOL;
    }
}
