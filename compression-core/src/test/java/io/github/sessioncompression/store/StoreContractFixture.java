package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.BeforeEach;

/** Store and test data of the store contracts. */
abstract class StoreContractFixture {
    static final String CHAT = "chat";
    static final String LIFE = "life-1";
    static final Duration MINUTE = Duration.ofMinutes(1);

    final MutableClock clock = new MutableClock();
    SessionStore store;

    /** An empty store whose leases run by {@code clock}. */
    protected abstract SessionStore newStore(InstantSource clock);

    @BeforeEach
    void makeStore() {
        store = newStore(clock);
    }

    void appendAtEnd(String text) {
        while (true) {
            long last = store.head(CHAT).map(Head::lastSequence).orElse(0L);
            if (appendTo(CHAT, LIFE, last, List.of(entry(last + 1, Message.user(text)))) == Append.ADDED) {
                return;
            }
        }
    }

    void append(long first, long last) {
        assertThat(appendTo(CHAT, LIFE, first - 1, entries(first, last))).isEqualTo(Append.ADDED);
    }

    static List<Entry> entries(long first, long last) {
        List<Entry> entries = new ArrayList<>();
        for (long sequence = first; sequence <= last; sequence++) {
            entries.add(entry(sequence, Message.user("message " + sequence)));
        }
        return entries;
    }

    static Entry entry(long sequence, Message message) {
        return new Entry(sequence, message, (int) sequence * 10);
    }

    Append appendTo(String chat, String life, long expectedLast, List<Entry> entries) {
        return store.append(chat, life, expectedLast, UUID.randomUUID().toString(), entries);
    }

    boolean commit(String chat, String life, long expectedVersion, CompressionRecord record) {
        return store.commit(chat, Commit.of(life, expectedVersion, record));
    }

    boolean commit(String life, long expectedVersion, CompressionRecord record, SegmentState... segments) {
        return store.commit(CHAT, Commit.of(life, expectedVersion, record).withSegments(List.of(segments)));
    }

    /** A head after nothing was taken away. */
    static Head head(String incarnation, long lastSequence, long version) {
        return new Head(incarnation, lastSequence, version, 0, lastSequence);
    }

    static SegmentState segment(long id, String fact) {
        return new SegmentState(id, 1, document(fact), Instant.parse("2026-01-02T03:04:05Z"));
    }

    /** Summary of one segment. */
    static SegmentState told(long id, String detailed) {
        SegmentSummary telling =
                new SegmentSummary(List.of(1L, 2L), "a title", detailed, "", List.of("tag, one", "two"));
        return SegmentState.told(id, 2, List.of(telling), Instant.parse("2026-01-02T03:04:05Z"));
    }

    static Counters counted(long times) {
        return Counters.of(
                Counters.Field.COMPRESSIONS,
                times,
                2,
                3,
                4,
                1,
                5 * times,
                5 * times,
                5 * times,
                6,
                7,
                8,
                9,
                10,
                11,
                12,
                13,
                14,
                15,
                16,
                17,
                18,
                19,
                20,
                21,
                22,
                23,
                24,
                25,
                26,
                27);
    }

    /** Runs {@code task} in so many threads at once, each with its number. */
    static void inParallel(int threads, IntConsumer task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> futures = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int number = t;
            futures.add(pool.submit(() -> {
                start.await();
                task.accept(number);
                return null;
            }));
        }
        start.countDown();
        for (Future<?> future : futures) {
            future.get();
        }
        pool.shutdown();
    }

    static CompressionRecord record(long version, long boundary, Long... segments) {
        return recordTelling(version, boundary, List.of(segments), List.of());
    }

    static CompressionRecord recordTelling(long version, long boundary, List<Long> segments, List<Long> tellings) {
        return MadeRecord.of(version, boundary)
                .segments(segments)
                .tellings(tellings)
                .shown(document("state " + boundary))
                .cause(Cause.OFFLINE)
                .at(Instant.parse("2026-01-02T03:04:05Z"));
    }

    static StateDocument document(String fact) {
        return StateDocument.ofTexts(Map.of("logos", List.of(fact)));
    }

    /** A clock that stands until it is advanced. */
    static final class MutableClock implements InstantSource {
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
