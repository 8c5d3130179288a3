package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.store.KilledProcesses;
import io.github.sessioncompression.store.KilledProcesses.Opened;
import io.github.sessioncompression.store.TwoProcesses;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Other processes over a server of their own. */
@Tag("endurance")
@Tag("landing")
class ProcessesOnRedisTest {
    private static final String URI = Redis.uri(Redis.start("save \"\""));

    @Test
    void confirmedWritesSurviveKilledProcess() throws Exception {
        KilledProcesses.kill(
                FuzzCases.KILLED_PROCESSES.count(), RedisChattingProcess.class, URI, ProcessesOnRedisTest::opened);
    }

    @Test
    void sessionsSurviveKilledProcess() throws Exception {
        KilledProcesses.killSessions(
                FuzzCases.KILLED_PROCESSES.count(), RedisChattingProcess.class, URI, ProcessesOnRedisTest::opened);
    }

    private static Opened opened() {
        RedisClient client = RedisClient.create(URI);
        RedisSessionStore store = RedisChattingProcess.store(client);
        return new Opened(store, () -> {
            store.close();
            client.shutdown();
        });
    }

    @Test
    void twoLoseNoMessageDoubleNoneAndCallTheModelOnceForACompression() throws Exception {
        RedisClient client = RedisClient.create(URI);
        try (RedisSessionStore store = RedisChattingProcess.store(client)) {
            TwoProcesses.chat(RedisChattingProcess.class, URI, store);
        } finally {
            client.shutdown();
        }
    }
}
