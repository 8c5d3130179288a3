package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.ConversationThreadsContract;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;

/** Threads of two processes in one chat, over a database. */
class ConversationThreadsOnJdbcTest extends ConversationThreadsContract {
    private final Queue<JdbcConnectionPool> pools = new ConcurrentLinkedQueue<>();

    @Override
    protected SessionStore store(CompressionPolicy policy) {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "", "");
        pools.add(pool);
        return JdbcSessionStore.builder(pool).build();
    }

    @AfterEach
    void disconnect() {
        pools.forEach(JdbcConnectionPool::dispose);
    }
}
