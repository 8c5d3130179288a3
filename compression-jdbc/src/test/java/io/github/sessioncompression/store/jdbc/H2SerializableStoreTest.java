package io.github.sessioncompression.store.jdbc;

import java.sql.Connection;
import org.junit.jupiter.api.Tag;

/** Connections that come without autocommit and with another isolation. */
@Tag("endurance")
@Tag("landing")
class H2SerializableStoreTest extends JdbcStoreContract {
    private static final WatchedPool POOL =
            new WatchedPool("jdbc:h2:mem:serializable;DB_CLOSE_DELAY=-1", false, Connection.TRANSACTION_SERIALIZABLE);

    @Override
    WatchedPool pool() {
        return POOL;
    }
}
