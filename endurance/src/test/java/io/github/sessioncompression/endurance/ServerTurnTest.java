package io.github.sessioncompression.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.jdbc.JdbcSessionStore;
import io.github.sessioncompression.store.jdbc.PostgreSql;
import io.github.sessioncompression.store.jdbc.WatchedPool;
import io.github.sessioncompression.store.redis.Redis;
import io.github.sessioncompression.store.redis.RedisSessionStore;
import io.lettuce.core.RedisClient;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Time of a turn at 500 messages on PostgreSQL and on Redis, in turns on one machine. */
@Tag("endurance")
@Tag("landing")
class ServerTurnTest {
    private static final Logger log = LoggerFactory.getLogger(ServerTurnTest.class);
    private static final int TURNS = 250;
    private static final int MEASURED = 200;
    /** Most measurements: what else the machine does may disturb some. */
    private static final int ROUNDS = 5;

    /** On a machine with nothing else to do it is 1.3 to 1.6; the log tells. */
    private static final double MOST = 3;

    @Test
    void turnOnPostgreSqlTakesAtMostThreeTimesThatOnRedis() throws Exception {
        RedisClient client = RedisClient.create(Redis.uri());
        try (WatchedPool pool = new WatchedPool(PostgreSql.url());
                RedisSessionStore redis = RedisSessionStore.builder(client).build();
                SessionCompressor onPostgreSql = compressor(
                        JdbcSessionStore.builder(pool).tablePrefix("turn_time_").build());
                SessionCompressor onRedis = compressor(redis)) {
            Conversation first = onPostgreSql.conversation("chat");
            Conversation second = onRedis.conversation("chat");
            for (int i = 0; i < TURNS; i++) {
                turn(first, i);
                turn(second, i);
            }
            double ratio = Double.MAX_VALUE;
            for (int round = 0; round < ROUNDS && ratio > MOST; round++) {
                ratio = ratio(first, second);
            }
            assertThat(ratio).isLessThanOrEqualTo(MOST);
        } finally {
            client.shutdown();
        }
    }

    private static double ratio(Conversation first, Conversation second) {
        long[] postgreSql = new long[MEASURED];
        long[] redis = new long[MEASURED];
        for (int i = 0; i < MEASURED; i++) {
            postgreSql[i] = turn(first, TURNS + i);
            redis[i] = turn(second, TURNS + i);
        }
        double ratio = (double) median(postgreSql) / median(redis);
        log.info(
                "a turn at {} messages, median of {}: PostgreSQL {} µs, Redis {} µs, ratio {}",
                2 * TURNS,
                MEASURED,
                median(postgreSql) / 1_000,
                median(redis) / 1_000,
                Math.round(100 * ratio) / 100.0);
        return ratio;
    }

    private static SessionCompressor compressor(SessionStore store) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(128_000))
                .store(store)
                .build();
    }

    private static long turn(Conversation chat, int number) {
        long began = System.nanoTime();
        chat.append(Message.user("What does order " + number + " cost, and when does it arrive?"));
        assertThat(chat.view().messages()).isNotEmpty();
        chat.append(Message.assistant("It costs " + number + " euros and arrives on Friday."));
        return System.nanoTime() - began;
    }

    private static long median(long[] times) {
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
