package io.github.sessioncompression.spring.ai;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

@Tag("once")
class H2RepositoryTest extends JdbcRepositoryContract {
    private final JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:memory", "sa", "");

    @Override
    DataSource open() {
        return pool;
    }

    @Override
    String schema() {
        return "h2";
    }

    @AfterEach
    void close() {
        pool.dispose();
    }
}
