package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Accounting;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link SessionStore} promises; a new store's test extends this and says how to make one. */
public abstract class SessionStoreContract {
    private static final String CHAT = "chat";
    private static final String LIFE = "life-1";

    private final MutableClock clock = new MutableClock();
    private SessionStore store;

    /** An empty store whose leases run by {@code clock}. */
    protected abstract SessionStore newStore(InstantSource clock);

    @BeforeEach
    void makeStore() {
        store = newStore(clock);
    }

    @Test
    void hasNothingOfAConversationThatHasNotBegun() {
        assertThat(store.head(CHAT)).isEmpty();
        assertThat(store.load(CHAT, 0, 10)).isEmpty();
        assertThat(store.current(CHAT)).isEmpty();
        assertThat(store.history(CHAT)).isEmpty();
        assertThat(store.delete(CHAT)).isFalse();
        assertThat(store.erase(CHAT, 1)).isFalse();
    }

    @Test
    void givesBackWhatWasAppendedInOrder() {
        Message call = Message.assistant("", List.of(new ToolCall("c1", "look", "{\"q\":\"ä😀\"}")));
        Message result = Message.toolResult("c1", "look", "found").withError(true);
        Message user =
                Message.user("hi").withName("Ann").withId("m1").withTimestamp(Instant.parse("2026-01-02T03:04:05Z"));
        assertThat(store.append(CHAT, LIFE, 0, List.of(entry(1, user), entry(2, call), entry(3, result))))
                .isTrue();

        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::message).containsExactly(user, call, result);
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::tokens).containsExactly(10, 20, 30);
        assertThat(store.load(CHAT, 1, 1)).extracting(Entry::sequence).containsExactly(2L);
        assertThat(store.head(CHAT)).contains(new Head(LIFE, 3, 0));
    }

    @Test
    void refusesAnAppendThatExpectsAnotherEnd() {
        append(1, 2);
        assertThat(store.append(CHAT, LIFE, 0, entries(1, 1))).isFalse();
        assertThat(store.append(CHAT, LIFE, 1, entries(2, 2))).isFalse();
        assertThat(store.append(CHAT, LIFE, 5, entries(6, 6))).isFalse();
        assertThat(store.append(CHAT, "other life", 2, entries(3, 3))).isFalse();
        assertThat(store.head(CHAT)).contains(new Head(LIFE, 2, 0));
        assertThat(store.append(CHAT, LIFE, 2, entries(3, 3))).isTrue();
    }

    @Test
    void refusesEntriesThatDontFollowEachOther() {
        assertThatThrownBy(() -> store.append(CHAT, LIFE, 0, entries(2, 3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sequence")
                .hasMessageContaining("1");
        assertThatThrownBy(() -> store.append(CHAT, LIFE, 0, List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void replacesTheMessagesAfterOneAndGivesTheChatANewLife() {
        append(1, 4);
        assertThat(store.compareAndSet(CHAT, LIFE, 0, record(1, 1))).isTrue();
        assertThat(store.replaceAfter(CHAT, LIFE, 3, 2, "life-2", entries(4, 5)))
                .isFalse();
        assertThat(store.replaceAfter(CHAT, "other life", 4, 2, "life-2", entries(5, 6)))
                .isFalse();
        assertThat(store.replaceAfter("no chat", LIFE, 0, 0, "life-2", entries(1, 1)))
                .isFalse();

        assertThat(store.replaceAfter(CHAT, LIFE, 4, 2, "life-2", entries(5, 6)))
                .isTrue();

        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 2L, 5L, 6L);
        assertThat(store.head(CHAT)).contains(new Head("life-2", 6, 1));
        assertThat(store.current(CHAT)).contains(record(1, 1));
        assertThat(store.append(CHAT, LIFE, 6, entries(7, 7))).isFalse();
        assertThat(store.replaceAfter(CHAT, "life-2", 6, 1, "life-3", List.of()))
                .isTrue();
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L);
        assertThat(store.append(CHAT, "life-3", 6, entries(7, 7))).isTrue();
    }

    @Test
    void replacesTheRecordOnlyIfNothingCameBetween() {
        append(1, 2);
        assertThat(store.compareAndSet(CHAT, LIFE, 0, record(1, 1))).isTrue();
        assertThat(store.compareAndSet(CHAT, LIFE, 0, record(1, 2))).isFalse();
        assertThat(store.compareAndSet(CHAT, LIFE, 1, record(3, 2))).isFalse();
        assertThat(store.compareAndSet(CHAT, "other life", 1, record(2, 2))).isFalse();
        assertThat(store.compareAndSet("no chat", LIFE, 0, record(1, 1))).isFalse();
        assertThat(store.compareAndSet(CHAT, LIFE, 1, record(2, 2))).isTrue();
        assertThat(store.current(CHAT)).contains(record(2, 2));
        assertThat(store.history(CHAT)).containsExactly(record(1, 1), record(2, 2));
        assertThat(store.head(CHAT)).contains(new Head(LIFE, 2, 2));
    }

    @Test
    void keepsEveryPartOfARecord() {
        append(1, 3);
        CompressionRecord record = new CompressionRecord(
                1,
                2,
                List.of(1L),
                2,
                "session",
                List.of(document("one"), document("two </session_state> 'quoted' 😀")),
                document("shown"),
                false,
                Cause.MODEL,
                new Accounting(2, 300, 40, 500, 60),
                Instant.parse("2026-01-02T03:04:05.678Z"));
        assertThat(store.compareAndSet(CHAT, LIFE, 0, record)).isTrue();
        assertThat(store.current(CHAT)).contains(record);
    }

    @Test
    void forgetsEverythingOfADeletedConversation() {
        append(1, 2);
        store.compareAndSet(CHAT, LIFE, 0, record(1, 1));
        store.tryLease(CHAT, "a", Duration.ofMinutes(1));
        assertThat(store.delete(CHAT)).isTrue();
        assertThat(store.delete(CHAT)).isFalse();
        assertThat(store.head(CHAT)).isEmpty();
        assertThat(store.history(CHAT)).isEmpty();
        assertThat(store.compareAndSet(CHAT, LIFE, 1, record(2, 2))).isFalse();
        assertThat(store.compareAndSet(CHAT, LIFE, 0, record(1, 1))).isFalse();
        assertThat(store.tryLease(CHAT, "b", Duration.ofMinutes(1))).isTrue();
    }

    @Test
    void aConversationBegunAgainHasNothingToDoWithTheOneBefore() {
        append(1, 2);
        store.delete(CHAT);
        assertThat(store.append(CHAT, "life-2", 0, entries(1, 1))).isTrue();
        assertThat(store.compareAndSet(CHAT, LIFE, 0, record(1, 1))).isFalse();
        assertThat(store.append(CHAT, LIFE, 1, entries(2, 2))).isFalse();
        assertThat(store.head(CHAT)).contains(new Head("life-2", 1, 0));
    }

    @Test
    void erasesOneMessageAndKeepsItsNumberFree() {
        append(1, 3);
        assertThat(store.erase(CHAT, 2)).isTrue();
        assertThat(store.erase(CHAT, 2)).isFalse();
        assertThat(store.erase(CHAT, 4)).isFalse();
        assertThat(store.load(CHAT, 0, 10)).extracting(Entry::sequence).containsExactly(1L, 3L);
        assertThat(store.append(CHAT, LIFE, 3, entries(4, 4))).isTrue();
    }

    @Test
    void leasesToOneOwnerAtATimeUntilItIsGivenBackOrRunsOut() {
        assertThat(store.tryLease(CHAT, "a", Duration.ofSeconds(10))).isTrue();
        assertThat(store.tryLease(CHAT, "b", Duration.ofSeconds(10))).isFalse();
        assertThat(store.tryLease(CHAT, "a", Duration.ofSeconds(10))).isTrue();
        store.release(CHAT, "b");
        assertThat(store.tryLease(CHAT, "b", Duration.ofSeconds(10))).isFalse();
        store.release(CHAT, "a");
        assertThat(store.tryLease(CHAT, "b", Duration.ofSeconds(10))).isTrue();
        clock.advance(Duration.ofSeconds(11));
        assertThat(store.tryLease(CHAT, "a", Duration.ofSeconds(10))).isTrue();
    }

    @Test
    void keepsConversationsApart() {
        append(1, 1);
        assertThat(store.append("other", "x", 0, entries(1, 2))).isTrue();
        store.delete(CHAT);
        assertThat(store.head("other")).contains(new Head("x", 2, 0));
    }

    @Test
    void losesAndDoublesNothingWhenManyThreadsAppend() throws Exception {
        int threads = 8;
        int each = 50;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> futures = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int number = t;
            futures.add(pool.submit(() -> {
                start.await();
                for (int i = 0; i < each; i++) {
                    appendAtEnd(number + "/" + i);
                }
                return null;
            }));
        }
        start.countDown();
        for (Future<?> future : futures) {
            future.get();
        }
        pool.shutdown();
        List<Entry> all = store.load(CHAT, 0, 10_000);
        assertThat(all).hasSize(threads * each);
        assertThat(all).extracting(entry -> entry.message().text()).doesNotHaveDuplicates();
        assertThat(all.get(all.size() - 1).sequence()).isEqualTo(all.size());
    }

    @Test
    void onlyOneOfManyThreadsReplacesARecord() throws Exception {
        append(1, 1);
        int threads = 8;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Boolean>> futures = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int boundary = t;
            futures.add(pool.submit(() -> {
                start.await();
                return store.compareAndSet(CHAT, LIFE, 0, record(1, boundary));
            }));
        }
        start.countDown();
        int winners = 0;
        for (Future<Boolean> future : futures) {
            winners += future.get() ? 1 : 0;
        }
        pool.shutdown();
        assertThat(winners).isEqualTo(1);
        assertThat(store.history(CHAT)).hasSize(1);
    }

    @Test
    void behavesLikeASimpleModelUnderRandomUse() {
        long seed = System.nanoTime();
        System.out.println("SessionStoreContract seed " + seed);
        Random random = new Random(seed);
        List<String> expected = new ArrayList<>();
        long version = 0;
        String life = "";
        for (int step = 0; step < 500; step++) {
            switch (random.nextInt(12)) {
                case 0 -> {
                    assertThat(store.delete(CHAT)).isEqualTo(!life.isEmpty());
                    expected.clear();
                    version = 0;
                    life = "";
                }
                case 1, 2, 3 -> {
                    boolean right = random.nextInt(4) > 0;
                    String expectedLife = life.isEmpty() ? "life" + step : life;
                    boolean done = !life.isEmpty()
                            && store.compareAndSet(
                                    CHAT, expectedLife, right ? version : version + 7, record(version + 1, step));
                    assertThat(done).isEqualTo(right && !life.isEmpty());
                    version += done ? 1 : 0;
                }
                default -> {
                    if (life.isEmpty()) {
                        life = "life" + step;
                    }
                    int last = expected.size();
                    String text = "text " + step;
                    assertThat(store.append(CHAT, life, last, List.of(entry(last + 1, Message.user(text)))))
                            .isTrue();
                    expected.add(text);
                }
            }
            assertThat(store.load(CHAT, 0, 1_000))
                    .extracting(e -> e.message().text())
                    .isEqualTo(expected);
            assertThat(store.head(CHAT).map(Head::recordVersion).orElse(0L)).isEqualTo(version);
        }
    }

    private void appendAtEnd(String text) {
        while (true) {
            long last = store.head(CHAT).map(Head::lastSequence).orElse(0L);
            if (store.append(CHAT, LIFE, last, List.of(entry(last + 1, Message.user(text))))) {
                return;
            }
        }
    }

    private void append(long first, long last) {
        assertThat(store.append(CHAT, LIFE, first - 1, entries(first, last))).isTrue();
    }

    private static List<Entry> entries(long first, long last) {
        List<Entry> entries = new ArrayList<>();
        for (long sequence = first; sequence <= last; sequence++) {
            entries.add(entry(sequence, Message.user("message " + sequence)));
        }
        return entries;
    }

    private static Entry entry(long sequence, Message message) {
        return new Entry(sequence, message, (int) sequence * 10);
    }

    private static CompressionRecord record(long version, long boundary) {
        return new CompressionRecord(
                version,
                boundary,
                List.of(),
                0,
                "session",
                List.of(document("state " + boundary)),
                document("state " + boundary),
                true,
                Cause.OFFLINE,
                Accounting.NONE,
                Instant.parse("2026-01-02T03:04:05Z"));
    }

    private static StateDocument document(String fact) {
        return StateDocument.ofTexts(Map.of("logos", List.of(fact)));
    }

    private static final class MutableClock implements InstantSource {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void advance(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
