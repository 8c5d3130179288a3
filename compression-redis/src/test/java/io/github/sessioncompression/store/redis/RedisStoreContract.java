package io.github.sessioncompression.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.LeaseClocks;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.UnreadableRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** All that a {@link RedisSessionStore} promises, on one server and on a cluster. */
abstract class RedisStoreContract extends RedisDamageContract {
    @Test
    void keepsKeyLikeIdsApart() {
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
    void leasesRunByServerTime() {
        begin(emptyStore(), CHAT, "one");
        LeaseClocks.check(CHAT, clock -> open(builder().clock(clock)));
        LeaseClocks.checkCompressions("compressed", clock -> open(builder().clock(clock)));
    }

    @Test
    void keepsTenRecordsUnlessTold() {
        for (int kept : List.of(StoreBuilder.DEFAULT_RECORDS, 2)) {
            emptyStore();
            SessionStore store = open(kept == 2 ? builder().keepRecords(kept) : builder());
            begin(store, CHAT, "one");
            for (long version = 1; version <= 40; version++) {
                assertThat(store.commit(CHAT, commit(version, "x"))).isTrue();
                assertThat(store.history(CHAT)).hasSizeLessThanOrEqualTo(kept * 3 / 2);
            }
            assertThat(store.history(CHAT)).hasSizeGreaterThanOrEqualTo(kept);
            assertThat(server().hlen(keys.segments(CHAT)))
                    .isEqualTo(store.history(CHAT).size());
        }
    }

    @Test
    void separatesStoresByPrefix() {
        begin(emptyStore(), CHAT, "one");
        try (RedisSessionStore other = builder().keyPrefix("test").build()) {
            assertThat(other.head(CHAT)).isEmpty();
            assertThat(other.conversations(null, 10)).isEmpty();
        }
    }

    @Test
    void detectsChangesOfSealedRows() {
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
        assertThat(store.replaceAfter("a", new Head("life", 1, 1, 0, 1), 0, "life", List.of(entry(2, "two"))))
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
    void removesExpiredConversationsFromList() {
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

    /** Bytes sent by the server for head, record and messages behind the boundary, after one append. */
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
