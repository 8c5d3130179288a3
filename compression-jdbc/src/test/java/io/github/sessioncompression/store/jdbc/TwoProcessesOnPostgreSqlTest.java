package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.TwoProcesses;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("endurance")
@Tag("landing")
class TwoProcessesOnPostgreSqlTest {
    @Test
    void keepEachMessageOnceAndPayOncePerCompression() throws Exception {
        try (WatchedPool pool = new WatchedPool(PostgreSql.url())) {
            TwoProcesses.chat(JdbcChattingProcess.class, PostgreSql.url(), JdbcChattingProcess.store(pool));
        }
    }
}
