package io.github.sessioncompression.store.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("endurance")
class PostgreSqlStoreTest extends JdbcStoreContract {
    private static final WatchedPool POOL = new WatchedPool(PostgreSql.url());

    @Override
    WatchedPool pool() {
        return POOL;
    }
}
