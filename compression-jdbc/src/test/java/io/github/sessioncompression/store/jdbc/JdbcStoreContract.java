package io.github.sessioncompression.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.store.LeaseClocks;
import io.github.sessioncompression.store.PayloadCipher;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.UnreadableRecordException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All that a {@link JdbcSessionStore} promises on each database; a new database's test says how to connect. */
abstract class JdbcStoreContract extends JdbcDamageContract {
    @Test
    void leavesNewerTablesAlone() {
        emptyStore();
        pool().execute("INSERT INTO " + PREFIX + "schema_version (version) VALUES (7)");
        for (boolean create : List.of(true, false)) {
            assertThatThrownBy(() -> builder().createSchema(create).build())
                    .isInstanceOf(JdbcStoreException.class)
                    .hasMessageContaining("schema version 7")
                    .hasMessageContaining("known here is 2")
                    .hasMessageContaining(PREFIX);
        }
    }

    @Test
    void createsMissingTablesOnlyIfAllowed() {
        dropTables();
        assertThatThrownBy(() -> builder().createSchema(false).build())
                .isInstanceOf(JdbcStoreException.class)
                .hasMessageContaining(PREFIX)
                .hasMessageContaining("/store/jdbc/" + dialect().folder() + "/V1__session_compression.sql");
        pool().execute(Schema.statements(Schema.script(dialect(), 'V'), PREFIX).toArray(String[]::new));
        SessionStore store = builder().createSchema(false).build();
        begin(store, CHAT, "one");
        assertThat(builder().build().load(CHAT, 0, 10)).as("another store").hasSize(1);
        pool().execute(Schema.statements(Schema.script(dialect(), 'V'), PREFIX).toArray(String[]::new));
        assertThat(store.load(CHAT, 0, 10)).as("a script run twice").hasSize(1);
    }

    @Test
    void bringsTablesOfVersion1UpToDate() {
        begin(emptyStore(), CHAT, "one");
        pool().execute("DELETE FROM " + PREFIX + "schema_version WHERE version > 1");
        if (dialect() == Dialect.POSTGRESQL || dialect() == Dialect.SQLITE) {
            pool().execute("DROP INDEX " + PREFIX + "expires");
        }

        assertThatThrownBy(() -> builder().createSchema(false).build())
                .isInstanceOf(JdbcStoreException.class)
                .hasMessageContaining("schema version 1")
                .hasMessageContaining("V2__session_compression.sql");
        assertThat(builder().build().load(CHAT, 0, 10)).hasSize(1);

        assertThat(pool().rows("SELECT version FROM " + PREFIX + "schema_version ORDER BY version"))
                .containsExactly("1", "2");
        if (dialect() == Dialect.POSTGRESQL || dialect() == Dialect.SQLITE) {
            pool().execute("DROP INDEX " + PREFIX + "expires");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"conversation", "message", "append_key", "record", "segment"})
    void noticesMissingTableWhenBuilt(String table) {
        SessionStore store = emptyStore();
        pool().execute("DROP TABLE " + PREFIX + table);

        assertThatThrownBy(() -> builder().createSchema(false).build())
                .isInstanceOf(JdbcStoreException.class)
                .hasMessageContaining("the table " + PREFIX + table + " is missing")
                .hasMessageContaining("V1__session_compression.sql");
        builder().build();
        begin(store, CHAT, "one");
        assertThat(store.load(CHAT, 0, 10)).hasSize(1);
    }

    @Test
    void separatesStoresByPrefix() {
        begin(emptyStore(), CHAT, "one");
        SessionStore other =
                JdbcSessionStore.builder(pool()).tablePrefix("Test_2_").build();
        try {
            assertThat(other.head(CHAT)).isEmpty();
        } finally {
            pool().execute(Schema.statements(Schema.script(dialect(), 'U'), "Test_2_")
                    .toArray(String[]::new));
        }
    }

    @Test
    void concurrentStartsShareTablesAndConversations() throws Exception {
        dropTables();
        int threads = 6;
        ExecutorService threadPool = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Integer>> added = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            added.add(threadPool.submit(() -> {
                start.await();
                SessionStore store = builder().build();
                int count = 0;
                for (int chat = 0; chat < 20; chat++) {
                    String key = chat % 2 == 0 ? "same" : "key " + thread;
                    count += switch (store.append("chat " + chat, "life", 0, key, List.of(entry(1, key)))) {
                        case ADDED -> 1;
                        case ALREADY_THERE -> chat % 2 == 0 ? 0 : 1_000;
                        case REFUSED -> chat % 2 == 0 ? 1_000 : 0;
                    };
                }
                return count;
            }));
        }
        start.countDown();
        int count = 0;
        for (Future<Integer> each : added) {
            count += each.get();
        }
        threadPool.shutdown();
        assertThat(count).isEqualTo(20);
    }

    @Test
    void detectsChangesOfSealedRows() {
        SecretKey first = new SecretKeySpec(new byte[32], "AES");
        SecretKey second = new SecretKeySpec(new byte[16], "AES");
        dropTables();
        begin(builder().build(), "open", "said openly");
        SessionStore store = builder()
                .cipher(PayloadCipher.aesGcm("k1", Map.of("k1", first)))
                .build();
        begin(store, CHAT, "my secret", "my other secret \0");
        Commit commit = commit(1, "my secret");
        assertThat(store.commit(CHAT, commit)).isTrue();
        assertThat(columns()).doesNotContain("secret").contains("said openly");
        SessionStore renewed = builder()
                .cipher(PayloadCipher.aesGcm("k2", Map.of("k1", first, "k2", second)))
                .build();
        assertThat(renewed.load(CHAT, 0, 10)).isEqualTo(store.load(CHAT, 0, 10)).hasSize(2);
        assertThat(renewed.load("open", 0, 10)).hasSize(1);
        assertThat(renewed.current(CHAT)).contains(commit.record());
        assertThat(renewed.segments(CHAT, commit.record().segments())).isEqualTo(commit.newSegments());

        for (SessionStore without : List.of(
                builder().build(),
                builder()
                        .cipher(PayloadCipher.aesGcm("k2", Map.of("k2", second)))
                        .build())) {
            assertThatThrownBy(() -> without.load(CHAT, 0, 10))
                    .isInstanceOf(JdbcStoreException.class)
                    .hasMessageContaining("message 1 of conversation 'chat'");
            assertThatThrownBy(() -> without.current(CHAT)).isInstanceOf(UnreadableRecordException.class);
            assertThat(without.history(CHAT)).isEmpty();
        }
        pool().execute(
                        "UPDATE " + PREFIX
                                + "message SET sequence_number = 3 - sequence_number WHERE sequence_number = 1"
                                + " AND tokens < 0",
                        "UPDATE " + PREFIX + "message SET sequence_number = 5 WHERE sequence_number = 2");
        assertThatThrownBy(() -> store.load(CHAT, 1, 10)).as("moved").hasMessageContaining("message 5");
    }

    private String columns() {
        StringBuilder all = new StringBuilder();
        for (String column : List.of("message.content", "message.payload", "record.payload", "segment.payload")) {
            String table = PREFIX + column.substring(0, column.indexOf('.'));
            pool().rows("SELECT " + column.substring(column.indexOf('.') + 1) + " FROM " + table)
                    .forEach(all::append);
        }
        return all.toString();
    }

    @Test
    void leasesRunByDatabaseTime() {
        begin(emptyStore(), CHAT, "one");
        LeaseClocks.check(CHAT, clock -> builder().clock(clock).build());
        LeaseClocks.checkCompressions(
                "compressed", clock -> builder().clock(clock).build());
    }

    @Test
    void keepsTenRecordsUnlessTold() {
        for (int kept : List.of(StoreBuilder.DEFAULT_RECORDS, 2)) {
            dropTables();
            SessionStore store = (kept == 2 ? builder().keepRecords(kept) : builder()).build();
            begin(store, CHAT, "one");
            for (long version = 1; version <= 40; version++) {
                assertThat(store.commit(CHAT, commit(version, "x"))).isTrue();
                assertThat(store.history(CHAT)).hasSizeLessThanOrEqualTo(kept * 3 / 2);
            }
            assertThat(store.history(CHAT)).hasSizeGreaterThanOrEqualTo(kept);
            assertThat(pool().rows("SELECT COUNT(*) FROM " + PREFIX + "segment").get(0))
                    .isEqualTo(String.valueOf(store.history(CHAT).size()));
        }
    }

    @Test
    void keepsConversationsForTheTimeSet() {
        dropTables();
        AtomicLong now = new AtomicLong(1_800_000_000_000L);
        InstantSource clock = () -> Instant.ofEpochMilli(now.get());
        JdbcSessionStore store =
                builder().clock(clock).keepFor(Duration.ofDays(1)).build();
        begin(store, "a", "one");
        begin(store, "b", "one");
        begin(builder().clock(clock).build(), "for ever", "one");
        begin(store, "long", "one");
        assertThat(store.keepFor("long", Duration.ofDays(9))).isTrue();
        assertThat(store.keepFor("no such chat", null)).isFalse();
        now.addAndGet(Duration.ofHours(23).toMillis());
        assertThat(store.expired(10)).isEmpty();
        store.append("b", "life", 1, "two", List.of(entry(2, "two")));
        now.addAndGet(Duration.ofHours(1).toMillis());
        assertThat(store.expired(10)).containsExactly("a");
        assertThat(store.deleteIfExpired("a")).isTrue();
        assertThat(store.deleteIfExpired("a")).isFalse();
        assertThat(store.deleteIfExpired("b")).isFalse();
        assertThat(store.load("a", 0, 10)).isEmpty();
        now.addAndGet(Duration.ofDays(30).toMillis());
        assertThat(store.expired(1)).containsExactly("b");
        assertThat(store.expired(10)).containsExactly("b", "long");
        assertThat(store.keepFor("b", null)).isTrue();
        assertThat(store.expired(10)).containsExactly("long");
    }
}
