package io.github.sessioncompression.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.StoreBuilder.RetryDelay;
import io.github.sessioncompression.store.StoreTextContract;
import io.github.sessioncompression.store.redis.Server.Link;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Unreachable servers and lost answers. */
class RedisFaultTest {
    private static final String CHAT = "chat";
    private static final RedisClient CLIENT = RedisClient.create(Redis.uri());
    private static final StatefulRedisConnection<String, String> CONNECTION = CLIENT.connect();
    private final List<Duration> pauses = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    /** Failure of the next commands. */
    private @Nullable RedisException failure;

    private boolean doneBefore;
    private int times;
    /** True if the client sends each command again by itself, as Lettuce does whose connection broke. */
    private boolean sendsTwice;

    /** A store for which time passes at once. */
    private final RedisSessionStore store = emptyStore(Duration.ofSeconds(10));

    private RedisSessionStore emptyStore(Duration time) {
        CONNECTION.sync().flushall();
        return new RedisStoreBuilder(() -> new Link(CLIENT.connect(), faulty(), CONNECTION.async()))
                .retryDelay(new RetryDelay(time, new PassingTime(), nanos::get))
                .build();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void fail(int howOften, boolean done, RedisException with) {
        times = howOften;
        doneBefore = done;
        failure = with;
    }

    @SuppressWarnings("unchecked")
    private RedisClusterCommands<String, String> faulty() {
        return (RedisClusterCommands<String, String>) Proxy.newProxyInstance(
                RedisFaultTest.class.getClassLoader(),
                new Class<?>[] {RedisClusterCommands.class},
                (proxy, method, arguments) -> {
                    RedisException with = failure;
                    boolean fails = with != null && times > 0;
                    Object answer = null;
                    if (!fails || doneBefore) {
                        try {
                            answer = method.invoke(CONNECTION.sync(), arguments);
                            answer = sendsTwice ? method.invoke(CONNECTION.sync(), arguments) : answer;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }
                    if (fails && with != null) {
                        times--;
                        throw with;
                    }
                    return answer;
                });
    }

    private static List<Entry> one(long sequence) {
        return List.of(new Entry(sequence, Message.user("message " + sequence), 1));
    }

    private <T> void afterALostAnswer(Supplier<T> call, T result) {
        fail(1, true, new RedisConnectionException("connection lost"));
        assertThat(call.get()).isEqualTo(result);
        assertThat(times).isZero();
    }

    @Test
    void appliesChangesOnceDespiteLostAnswers() {
        CONNECTION.sync().scriptFlush();
        for (Script script : Script.values()) {
            CONNECTION.sync().scriptLoad(script.text());
        }
        assertThat(store.append(CHAT, "life", 0, "begin", one(1))).isEqualTo(Append.ADDED);
        afterALostAnswer(() -> store.append(CHAT, "life", 1, "b", one(2)), Append.ADDED);
        assertThat(store.append(CHAT, "life", 1, "b", one(2))).isEqualTo(Append.ALREADY_THERE);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 2L);
        var commit = Contract.commitOf(1, "state");
        afterALostAnswer(() -> store.commit(CHAT, commit), true);
        assertThat(store.history(CHAT)).containsExactly(commit.record());
        afterALostAnswer(() -> store.tryLease(CHAT, "run", Duration.ofMinutes(1)), Optional.of(new Lease("run", 1)));
        afterALostAnswer(() -> store.erase(CHAT, 1), true);
        assertThat(store.head(CHAT).orElseThrow().messages()).isEqualTo(1);
        assertThat(store.head(CHAT).orElseThrow().revision()).isEqualTo(1);
        afterALostAnswer(() -> store.replaceAfter(CHAT, new Head("life", 2, 1, 1, 1), 0, "life-2", one(3)), true);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(3L);
        fail(1, true, new RedisConnectionException("connection lost"));
        store.count(CHAT, Counting.compressionsAndPrunings(1, 2));
        assertThat(store.counters(CHAT)).isEqualTo(Counting.compressionsAndPrunings(1, 2));
    }

    @Test
    void answersTheSameWhenClientSendsCommandTwice() {
        sendsTwice = true;
        assertThat(store.append(CHAT, "life", 0, "begin", one(1))).isEqualTo(Append.ADDED);
        Head head = store.head(CHAT).orElseThrow();
        assertThat(store.deleteIf(CHAT, head)).isTrue();
        assertThat(store.deleteIf(CHAT, head)).isFalse();
        assertThat(store.append(CHAT, "next", 0, "begin", one(1))).isEqualTo(Append.ADDED);
        assertThat(store.deleteIf(CHAT, head)).isFalse();
        assertThat(store.delete(CHAT)).isTrue();
        assertThat(store.delete(CHAT)).isFalse();
        // By a script, because keys() has other types in Lettuce 6 and 7.
        List<String> keys = CONNECTION
                .sync()
                .eval("return redis.call('KEYS', '*deleted')", ScriptOutputType.MULTI, new String[0], new String[0]);
        assertThat(keys)
                .singleElement()
                .satisfies(key -> assertThat(CONNECTION.sync().pttl(key)).isBetween(1L, 300_000L));
    }

    @Test
    void listsConversationOnceAfterLostAnswer() {
        afterALostAnswer(() -> store.append(CHAT, "life", 0, "begin", one(1)), Append.ADDED);
        assertThat(store.conversations(null, 10)).containsExactly(CHAT);
        assertThat(store.load(CHAT, 0, 10)).hasSize(1);
    }

    @Test
    void aDeletedConversationIsNotListedThoughItsAnswerWasLost() {
        store.append(CHAT, "life", 0, "begin", one(1));
        fail(1, true, new RedisConnectionException("connection lost"));
        store.delete(CHAT);
        assertThat(CONNECTION.sync().zcard("{" + RedisStoreBuilder.DEFAULT_KEY_PREFIX + "}:conversations"))
                .isZero();
    }

    @Test
    void aCommitOfSomebodyElseIsNotTakenForOnesOwn() {
        store.append(CHAT, "life", 0, "begin", one(1));
        assertThat(store.commit(CHAT, Contract.commitOf(1, "theirs"))).isTrue();
        fail(1, false, new RedisConnectionException("connection lost"));
        assertThat(store.commit(CHAT, Contract.commitOf(1, "mine"))).isFalse();
        assertThat(store.current(CHAT)).contains(Contract.commitOf(1, "theirs").record());
    }

    @Test
    void retriesTransientErrors() {
        for (String said : List.of(
                "CLUSTERDOWN Hash slot not served",
                "READONLY You can't write against a read only replica.",
                "ERR Error running script (call to f_0a): @user_script:2: @user_script: 2: -READONLY You can't write",
                "TRYAGAIN Multiple keys request during rehashing of slot")) {
            pauses.clear();
            fail(5, false, new RedisCommandExecutionException(said));
            assertThat(store.head(CHAT)).isEmpty();
            assertThat(pauses).hasSize(5).allMatch(pause -> pause.compareTo(Duration.ofMillis(500)) <= 0);
            assertThat(pauses.get(4)).isGreaterThan(pauses.get(0));
        }
    }

    @Test
    void failsWithCauseAfterItsTries() {
        for (Duration time : List.of(Duration.ZERO, Duration.ofSeconds(1))) {
            try (RedisSessionStore store = emptyStore(time)) {
                long began = nanos.get();
                fail(Integer.MAX_VALUE, false, new RedisConnectionException("Unable to connect to 127.0.0.1:1"));
                assertThatThrownBy(() -> store.append(CHAT, "life", 0, "a", one(1)))
                        .isInstanceOf(RedisStoreException.class)
                        .hasMessageContaining("Unable to connect to 127.0.0.1:1");
                assertThat(nanos.get() - began).isEqualTo(time.toNanos());
                fail(0, false, new RedisConnectionException(""));
                assertThat(store.head(CHAT)).isEmpty();
            }
        }
    }

    @Test
    void doesNotRetryPermanentErrorsOrQuoteThem() {
        fail(1, false, new RedisCommandExecutionException("ERR unknown command, with args beginning with: my secret"));
        assertThatThrownBy(() -> store.append(CHAT, "life", 0, "a", one(1)))
                .isInstanceOf(RedisStoreException.class)
                .satisfies(thrown ->
                        assertThat(String.valueOf(thrown) + thrown.getCause()).doesNotContain("secret"));
        fail(
                1,
                false,
                new RedisCommandExecutionException(
                        "ERR Error running script (call to f_0a): @user_script:9: -OOM command not allowed when used memory"));
        assertThatThrownBy(() -> store.head(CHAT)).hasMessageContaining("maxmemory");
        assertThat(pauses).isEmpty();
    }

    @Test
    void interruptEndsWaitAndStaysSet() {
        fail(Integer.MAX_VALUE, false, new RedisConnectionException("gone"));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> store.head(CHAT)).hasMessageContaining("interrupted");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void reportsUnreachableServerAndClosedStore() {
        RedisClient nowhere = RedisClient.create("redis://127.0.0.1:1");
        try {
            assertThatThrownBy(() -> RedisSessionStore.builder(nowhere).build())
                    .isInstanceOf(RedisStoreException.class)
                    .hasMessageContaining("could not reach the server")
                    .hasMessageContaining("127.0.0.1");
        } finally {
            nowhere.shutdown();
        }
        store.close();
        assertThatThrownBy(() -> store.head(CHAT)).hasMessageContaining("the store is closed");
        assertThat(pauses).isEmpty();
    }

    @Test
    void warnsOfServerSettingsLosingData() {
        try (Warnings warnings = new Warnings()) {
            build(Redis.start("save \"\"", "maxmemory 50mb", "maxmemory-policy allkeys-lru"));
            assertThat(warnings.lines()).hasSize(2);
            assertThat(warnings.lines().get(0)).contains("appendonly yes");
            assertThat(warnings.lines().get(1)).contains("noeviction");
        }
        try (Warnings warnings = new Warnings()) {
            build(Redis.start("save \"\"", "appendonly yes", "appendfilename test-" + System.nanoTime() + ".aof"));
            assertThat(warnings.lines()).isEmpty();
        }
    }

    private static void build(int port) {
        RedisClient client = RedisClient.create(Redis.uri(port));
        try (RedisSessionStore built = RedisSessionStore.builder(client).build()) {
            assertThat(built.head(CHAT)).isEmpty();
        } finally {
            client.shutdown();
        }
    }

    /** Lends what contracts make. */
    private abstract static class Contract extends StoreTextContract {
        static Commit commitOf(long version, String text) {
            return commit(version, text);
        }
    }

    private final class PassingTime implements Sleeper {
        @Override
        public <T> T await(Future<T> call, Duration limit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void pause(Duration length) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            pauses.add(length);
            nanos.addAndGet(length.toNanos());
        }
    }
}
