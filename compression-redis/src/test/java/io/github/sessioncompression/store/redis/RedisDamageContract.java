package io.github.sessioncompression.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.MadeRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.StoreDamageContract;
import io.lettuce.core.Range;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handling of unreadable data, on each kind of server. */
abstract class RedisDamageContract extends StoreDamageContract {
    static final String PREFIX = "test:1";

    private final List<RedisSessionStore> opened = new ArrayList<>();

    final Keys keys = new Keys(PREFIX);

    /** A builder for a store on the server. */
    abstract RedisStoreBuilder builder();

    /** The server itself, for what no store does. */
    abstract RedisClusterCommands<String, String> server();

    @Override
    protected SessionStore newStore(InstantSource clock) {
        server().flushall();
        return open(builder().leaseClock(clock));
    }

    RedisSessionStore open(RedisStoreBuilder builder) {
        // A machine that is busy with other things must not make a test fail.
        RedisSessionStore store =
                builder.keyPrefix(PREFIX).retryFor(Duration.ofMinutes(5)).build();
        opened.add(store);
        return store;
    }

    RedisSessionStore emptyStore() {
        server().flushall();
        return open(builder());
    }

    @AfterEach
    void close() {
        opened.forEach(RedisSessionStore::close);
    }

    @Override
    protected SessionStore storeToDamage() {
        return emptyStore();
    }

    @Override
    protected void damageRecord(long version, String payload) {
        server().hset(keys.records(CHAT), Numbers.padded(version), payload);
        server().hset(keys.records(CHAT), "no number", "no record");
    }

    @Override
    protected void damageSegment(long id, String payload) {
        server().hset(keys.segments(CHAT), Long.toString(id), payload);
    }

    @Override
    protected void loseRecord(long version) {
        server().hdel(keys.records(CHAT), Numbers.padded(version));
    }

    @Test
    void aDamagedMessageIsNamedAndCanBeErased() {
        for (String payload : DAMAGED) {
            SessionStore store = emptyStore();
            begin(store, CHAT, "my secret", "two");
            server().zremrangebyscore(keys.messages(CHAT), Range.unbounded());
            server().zadd(keys.messages(CHAT), 0, Numbers.padded(1) + " 5 " + payload);
            assertThatThrownBy(() -> store.load(CHAT, 0, 10))
                    .isInstanceOf(RedisStoreException.class)
                    .hasMessageContaining("message 1 of conversation 'chat'")
                    .hasMessageNotContaining("secret");
            assertThat(store.load(CHAT, 1, 10)).as("what comes behind it").isEmpty();
            assertThat(store.erase(CHAT, 1)).isTrue();
            assertThat(store.load(CHAT, 0, 10)).isEmpty();
        }
        SessionStore store = emptyStore();
        begin(store, CHAT, "one");
        server().zadd(keys.messages(CHAT), 0, "no message at all");
        assertThatThrownBy(() -> store.load(CHAT, 0, 10))
                .isInstanceOf(RedisStoreException.class)
                .hasMessageContaining("'chat'");
    }

    @Test
    void foreignKeyTypesCauseNoPartialChange() {
        for (int key = 1; key < 5; key++) {
            SessionStore store = emptyStore();
            begin(store, CHAT, "one");
            var head = store.head(CHAT);
            String taken = keys.of(CHAT)[key];
            server().del(taken);
            server().set(taken, "my secret");
            List<Runnable> writes = List.of(
                    () -> store.append(CHAT, "life", 1, "b", List.of(entry(2, "two"))),
                    () -> store.replaceAfter(CHAT, new Head("life", 1, 0, 0, 1), 0, "life-2", List.of(entry(2, "two"))),
                    () -> store.commit(CHAT, commit(1, "state")),
                    () -> store.erase(CHAT, 1));
            int refused = 0;
            for (Runnable write : writes) {
                try {
                    write.run();
                } catch (RedisStoreException e) {
                    refused++;
                    assertThat(e).hasMessageNotContaining("secret").hasStackTraceContaining("WRONGTYPE");
                    assertThat(store.head(CHAT)).isEqualTo(head);
                    continue;
                }
                head = store.head(CHAT);
            }
            assertThat(refused).as(taken).isPositive();
            assertThat(store.delete(CHAT)).isTrue();
            assertThat(server().exists(taken)).isZero();
        }
    }

    @Test
    void reportsNonNumericFields() {
        for (String field : List.of("last_sequence", "record_version", "revision", "messages")) {
            SessionStore store = emptyStore();
            begin(store, CHAT, "one");
            server().hset(keys.head(CHAT), field, "many");
            assertThatThrownBy(() -> store.head(CHAT))
                    .isInstanceOf(RedisStoreException.class)
                    .hasMessageContaining(field)
                    .hasMessageContaining("'chat'");
        }
        SessionStore store = emptyStore();
        begin(store, CHAT, "one");
        server().hset(keys.head(CHAT), Map.of("compressions", "many", "prunings", "-7"));
        assertThat(Counters.Field.COMPRESSIONS.of(store.counters(CHAT))).isZero();
        assertThat(Counters.Field.PRUNINGS.of(store.counters(CHAT))).isZero();
    }

    @Test
    void sumsStayAtTheLargestNumber() {
        SessionStore store = emptyStore();
        begin(store, CHAT, "one");
        server().hset(keys.head(CHAT), Map.of("compressions", String.valueOf(Long.MAX_VALUE - 1), "prunings", "many"));
        store.count(CHAT, Counting.compressionsAndPrunings(3, 4));
        assertThat(store.counters(CHAT)).isEqualTo(Counting.compressionsAndPrunings(Long.MAX_VALUE, 4));
    }

    @Test
    void rejectsDataOfNewerVersion() {
        emptyStore();
        server().set(keys.version(), "7");
        assertThatThrownBy(() -> open(builder()))
                .isInstanceOf(RedisStoreException.class)
                .hasMessageContaining("another version than 1")
                .hasMessageContaining(PREFIX);
        assertThat(server().get(keys.version())).isEqualTo("7");
    }

    @Test
    void keepsSegmentsOfUnreadableRecord() {
        emptyStore();
        SessionStore store = open(builder().keepRecords(90));
        begin(store, CHAT, "one");
        Commit first = commit(1, "first");
        SegmentState segment = first.newSegments().get(0);
        assertThat(store.commit(CHAT, first)).isTrue();
        for (long version = 2; version <= 150; version++) {
            CompressionRecord record = commit(version, "x").record();
            Commit commit = commit(version, "x");
            if (version < 60) {
                commit = Commit.of("life", version - 1, naming(record, segment.id()));
            }
            assertThat(store.commit(CHAT, commit)).isTrue();
            server().hset(keys.records(CHAT), Numbers.padded(Math.min(59, version)), "of a newer version");
        }
        assertThat(store.segments(CHAT, List.of(segment.id()))).containsExactly(segment);
        assertThat(server().hlen(keys.records(CHAT))).isBetween(200L, 264L);
        for (long version = 151; version <= 300; version++) {
            assertThat(store.commit(CHAT, commit(version, "y"))).isTrue();
        }
        assertThat(store.segments(CHAT, List.of(segment.id()))).isEmpty();
        assertThat(server().hlen(keys.segments(CHAT))).isBetween(100L, 132L);
        assertThat(store.history(CHAT)).hasSizeBetween(100, 132);
    }

    private static CompressionRecord naming(CompressionRecord record, long segment) {
        return MadeRecord.of(record.version(), record.boundary())
                .segments(List.of(segment))
                .shown(record.injected())
                .cause(record.cause())
                .at(record.createdAt());
    }
}
