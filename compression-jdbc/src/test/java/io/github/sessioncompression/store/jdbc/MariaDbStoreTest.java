package io.github.sessioncompression.store.jdbc;

import org.junit.jupiter.api.Tag;

/** Runs under {@code -Pmariadb} alone. */
@Tag("mariadb")
class MariaDbStoreTest extends JdbcStoreContract {
    private static final WatchedPool POOL = new WatchedPool(MariaDb.url());

    @Override
    WatchedPool pool() {
        return POOL;
    }
}
