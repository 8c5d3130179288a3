package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.ErasureRaceContract;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** A message is erased while another process keeps a record, in a database. */
@Tag("landing")
class ErasureRaceOnJdbcTest extends ErasureRaceContract {
    private final List<JdbcConnectionPool> pools = new ArrayList<>();

    @Override
    protected SessionStore store() {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "", "");
        pools.add(pool);
        return JdbcSessionStore.builder(pool).build();
    }

    @AfterEach
    void disconnect() {
        pools.forEach(JdbcConnectionPool::dispose);
    }
}
