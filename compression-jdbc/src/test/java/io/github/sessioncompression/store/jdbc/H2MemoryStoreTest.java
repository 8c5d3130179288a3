package io.github.sessioncompression.store.jdbc;

class H2MemoryStoreTest extends JdbcStoreContract {
    private static final WatchedPool POOL = new WatchedPool("jdbc:h2:mem:store;DB_CLOSE_DELAY=-1");

    @Override
    WatchedPool pool() {
        return POOL;
    }
}
