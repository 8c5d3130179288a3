package io.github.sessioncompression.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Append;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreTextContract;
import io.github.sessioncompression.store.UnreadableRecordException;
import io.lettuce.core.Range;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All that a {@link RedisSessionStore} promises, on one server and on a cluster. */
abstract class RedisStoreContract extends StoreTextContract {
    static final String PREFIX = "test:1";
    private static final String CHAT = "chat";
    private static final List<String> DAMAGED = List.of(
            "",
            "{",
            "null",
            "[]",
            "{}",
            "{\"version\":2}",
            "{\"version\":99,\"role\":\"user\"}",
            "[".repeat(100_000),
            "{\"version\":1,\"role\":\"emperor\"}",
            "{\"version\":1,\"record_version\":-1}",
            "{\"version\":1,\"id\":1048576,\"through\":-5}");

    private final List<RedisSessionStore> opened = new ArrayList<>();
    private final Keys keys = new Keys(PREFIX);

    /** A builder for a store on the server. */
    abstract RedisStoreBuilder builder();

    /** The server itself, for what no store does. */
    abstract RedisClusterCommands<String, String> server();

    @Override
    protected SessionStore newStore(InstantSource clock) {
        server().flushall();
        return open(builder().clock(clock));
    }

    RedisSessionStore open(RedisStoreBuilder builder) {
        // A machine that is busy with other things must not make a test fail.
        RedisSessionStore store =
                builder.keyPrefix(PREFIX).patience(Duration.ofMinutes(5)).build();
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

    @Test
    void idsThatLookLikeKeysStayApart() {
        SessionStore store = emptyStore();
        List<String> ids =
                List.of("", "{", "}", "{}", "{a}", "a}:head", "a", "a}", "*", "%7b", "{%7b", "a:head", "[a]");
        for (String id : ids) {
            begin(store, id, "of " + id);
            assertThat(store.commit(id, commit(1, "state of " + id))).isTrue();
        }
        for (String id : ids) {
            assertThat(store.load(id, 0, 9))
                    .extracting(entry -> entry.message().text())
                    .containsExactly("of " + id);
            assertThat(store.current(id)).contains(commit(1, "state of " + id).record());
        }
        assertThat(store.conversations(null, 100)).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(store.delete("a")).isTrue();
        assertThat(store.conversations(null, 100)).hasSize(ids.size() - 1).doesNotContain("a");
        assertThat(store.load("a}", 0, 9)).hasSize(1);
    }

    @Test
    void aDamagedRecordIsUnreadableAndCanBeReplaced() {
        SessionStore store = emptyStore();
        begin(store, CHAT, "one");
        assertThat(store.commit(CHAT, commit(1, "state"))).isTrue();
        for (String payload : DAMAGED) {
            server().hset(keys.records(CHAT), Numbers.padded(1), payload);
            assertThatThrownBy(() -> store.current(CHAT))
                    .isInstanceOfSatisfying(
                            UnreadableRecordException.class,
                            unreadable -> assertThat(unreadable.version()).isEqualTo(1))
                    .hasMessageNotContaining("state");
            assertThat(store.history(CHAT)).isEmpty();
            assertThat(store.head(CHAT).orElseThrow().recordVersion()).isEqualTo(1);
            assertThat(store.load(CHAT, 0, 10)).hasSize(1);
        }
        server().hset(keys.records(CHAT), "no number", "no record");
        Commit next = commit(2, "made anew");
        assertThat(store.commit(CHAT, next)).isTrue();
        assertThat(store.current(CHAT)).contains(next.record());
        assertThat(store.history(CHAT)).containsExactly(next.record());
        server().hdel(keys.records(CHAT), Numbers.padded(2));
        assertThatThrownBy(() -> store.current(CHAT))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void aDamagedSegmentIsLeftOut() {
        SessionStore store = emptyStore();
        begin(store, CHAT, "one");
        Commit commit = commit(1, "state");
        assertThat(store.commit(CHAT, commit)).isTrue();
        for (String payload : DAMAGED) {
            server().hset(keys.segments(CHAT), commit.record().segments().get(0).toString(), payload);
            assertThat(store.segments(CHAT, commit.record().segments())).isEmpty();
        }
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
    void whatSomebodyElseHasPutThereChangesNothingHalfway() {
        for (int key = 1; key < 5; key++) {
            SessionStore store = emptyStore();
            begin(store, CHAT, "one");
            var head = store.head(CHAT);
            String taken = keys.of(CHAT)[key];
            server().del(taken);
            server().set(taken, "my secret");
            List<Runnable> writes = List.of(
                    () -> store.append(CHAT, "life", 1, "b", List.of(entry(2, "two"))),
                    () -> store.replaceAfter(CHAT, "life", 1, 0, "life-2", List.of(entry(2, "two"))),
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
    void numbersThatAreNoneAreNamed() {
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
        assertThat(store.counters(CHAT).compressions()).isZero();
        assertThat(store.counters(CHAT).prunings()).isZero();
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
    void whatANewerVersionHasKeptIsLeftAlone() {
        emptyStore();
        server().set(keys.version(), "7");
        assertThatThrownBy(() -> open(builder()))
                .isInstanceOf(RedisStoreException.class)
                .hasMessageContaining("another version than 1")
                .hasMessageContaining(PREFIX);
        assertThat(server().get(keys.version())).isEqualTo("7");
    }

    @Test
    void storesWithDifferentPrefixesKnowNothingOfEachOther() {
        begin(emptyStore(), CHAT, "one");
        try (RedisSessionStore other = builder().keyPrefix("test").build()) {
            assertThat(other.head(CHAT)).isEmpty();
            assertThat(other.conversations(null, 10)).isEmpty();
        }
    }

    @Test
    void sealsWhatItKeepsAndFindsOutWhoChangesIt() {
        SecretKey first = new SecretKeySpec(new byte[32], "AES");
        SecretKey second = new SecretKeySpec(new byte[16], "AES");
        begin(emptyStore(), "open", "said openly");
        SessionStore store = open(builder().cipher(PayloadCipher.aesGcm("k1", Map.of("k1", first))));
        begin(store, CHAT, "my secret", "my other secret \0");
        Commit commit = commit(1, "my secret");
        assertThat(store.commit(CHAT, commit)).isTrue();
        assertThat(everything(CHAT)).doesNotContain("secret");
        assertThat(everything("open")).contains("said openly");
        SessionStore renewed = open(builder().cipher(PayloadCipher.aesGcm("k2", Map.of("k1", first, "k2", second))));
        assertThat(renewed.load(CHAT, 0, 10)).isEqualTo(store.load(CHAT, 0, 10)).hasSize(2);
        assertThat(renewed.load("open", 0, 10)).hasSize(1);
        assertThat(renewed.current(CHAT)).contains(commit.record());
        assertThat(renewed.segments(CHAT, commit.record().segments())).isEqualTo(commit.newSegments());
        for (SessionStore without :
                List.of(open(builder()), open(builder().cipher(PayloadCipher.aesGcm("k2", Map.of("k2", second)))))) {
            assertThatThrownBy(() -> without.load(CHAT, 0, 10))
                    .isInstanceOf(RedisStoreException.class)
                    .hasMessageContaining("message 1 of conversation 'chat'");
            assertThatThrownBy(() -> without.current(CHAT)).isInstanceOf(UnreadableRecordException.class);
            assertThat(without.history(CHAT)).isEmpty();
        }
        String second2 = server().zrange(keys.messages(CHAT), 1, 1).get(0);
        server().zadd(keys.messages(CHAT), 0, Numbers.padded(3) + second2.substring(Numbers.DIGITS));
        assertThatThrownBy(() -> store.load(CHAT, 2, 10)).as("moved").hasMessageContaining("message 3");
    }

    private String everything(String id) {
        return server().hgetall(keys.head(id))
                + server().zrange(keys.messages(id), 0, -1).toString()
                + server().hgetall(keys.records(id))
                + server().hgetall(keys.segments(id));
    }

    @Test
    void theServerForgetsAConversationInItsTime() {
        emptyStore();
        RedisSessionStore store = open(builder().keepFor(Duration.ofDays(1)));
        begin(store, "a", "one");
        begin(store, "for ever", "one");
        assertThat(store.keepFor("for ever", null)).isTrue();
        assertThat(store.keepFor("no such chat", null)).isFalse();
        assertThat(store.commit("a", commit(1, "state"))).isTrue();
        assertThat(store.replaceAfter("a", "life", 1, 0, "life", List.of(entry(2, "two"))))
                .isTrue();
        for (String key : keys.of("a")) {
            assertThat(server().pttl(key))
                    .as(key)
                    .isBetween(1L, Duration.ofDays(1).toMillis());
            server().pexpire(key, 1_000_000L);
        }
        assertThat(store.append("a", "life", 2, "c", List.of(entry(3, "three"))))
                .isEqualTo(Append.ADDED);
        for (String key : keys.of("a")) {
            assertThat(server().pttl(key)).as("a write begins it anew: " + key).isGreaterThan(1_000_000L);
        }
        assertThat(server().pttl(keys.head("for ever"))).isEqualTo(-1);
        assertThat(store.keepFor("a", Duration.ofMillis(1))).isTrue();
        while (server().exists(keys.of("a")) > 0) {
            Thread.onSpinWait();
        }
        assertThat(store.head("a")).isEmpty();
        assertThat(store.load("a", 0, 10)).isEmpty();
        assertThat(server().zrange(keys.conversations(), 0, -1)).contains("a");
        assertThat(store.conversations(null, 10)).containsExactly("for ever");
        assertThat(server().zrange(keys.conversations(), 0, -1)).containsExactly("for ever");
        assertThatThrownBy(() -> store.keepFor("a", Duration.ZERO)).hasMessageContaining("1 millisecond");
    }

    @Test
    void theListOfConversationsDoesNotKeepThoseThatExpired() {
        SessionStore store = emptyStore();
        for (int i = 0; i < 1_000; i++) {
            server().zadd(keys.conversations(), 0, "gone " + i);
        }
        for (int i = 0; i < 1_000; i++) {
            begin(store, "chat " + i, "one");
        }
        assertThat(server().zcard(keys.conversations())).isLessThan(1_400);
        assertThat(store.conversations(null, 5_000)).hasSize(1_000).allMatch(id -> id.startsWith("chat "));
    }

    @Test
    void keepsTheSegmentsThatAnUnreadableRecordNeeds() {
        SessionStore store = emptyStore();
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
        return new CompressionRecord(
                record.version(),
                record.boundary(),
                record.pinned(),
                0,
                record.schema(),
                List.of(segment),
                record.injected(),
                List.of(),
                true,
                record.cause(),
                record.accounting(),
                record.createdAt());
    }

    @Test
    void aTurnReadsAndWritesNoMoreInALongChat() {
        SessionStore store = emptyStore();
        begin(store, CHAT, "one");
        long shortChat = bytesOfATurn(store, 1);
        List<Entry> many = new ArrayList<>();
        for (long i = 3; i <= 5_000; i++) {
            many.add(entry(i, "message " + i));
        }
        assertThat(store.append(CHAT, "life", 2, "many", many)).isEqualTo(Append.ADDED);
        assertThat(bytesOfATurn(store, 5_000)).isLessThan(shortChat + 200);
    }

    /** What the server sends for a look at the head, the record and the messages behind the boundary, after one append. */
    private long bytesOfATurn(SessionStore store, long last) {
        store.append(CHAT, "life", last, "turn " + last, List.of(entry(last + 1, "message")));
        long before = sent();
        store.head(CHAT);
        assertThat(store.current(CHAT)).isEmpty();
        assertThat(store.load(CHAT, last, 1_000)).hasSize(1);
        return sent() - before;
    }

    private long sent() {
        String stats = server().info("stats");
        int from = stats.indexOf("total_net_output_bytes:") + "total_net_output_bytes:".length();
        return Long.parseLong(stats.substring(from, stats.indexOf('\r', from)));
    }
}
