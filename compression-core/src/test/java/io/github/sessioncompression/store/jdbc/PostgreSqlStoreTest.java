package io.github.sessioncompression.store.jdbc;

class PostgreSqlStoreTest extends JdbcStoreContract {
    private static final WatchedPool POOL = new WatchedPool(PostgreSql.url());

    @Override
    WatchedPool pool() {
        return POOL;
    }
}
