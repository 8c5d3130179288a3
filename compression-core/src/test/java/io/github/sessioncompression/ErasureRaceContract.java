package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A message is erased while another process keeps a record: whichever of the eraser's calls of the store the other one begins before and
 * keeps its record before, and whichever of them fails, nothing is left of the message, also where an earlier record holds again. Before each
 * landing all of these are tried, else every second or third.
 */
public abstract class ErasureRaceContract {
    protected static final CompressionPolicy POLICY = TalkFixture.POLICY.withExecution(Execution.SYNC);
    private static final String SECRET = "918273";
    /** A round time: the digits of the secret could be in the fractions of a real one. */
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

    private static final String RESET = "connection reset";
    /** No call. */
    private static final int NONE = Integer.MAX_VALUE;

    private final List<SessionCompressor> open = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    /** A new store, of its own for each case. */
    protected abstract SessionStore store();

    /** Actions of the other process. */
    enum Other {
        /** Puts the message into the state. */
        COMPRESSES {
            @Override
            void prepare(Conversation chat) {}

            @Override
            void act(Conversation chat) {
                chat.compress();
            }
        },
        /** Puts the message into the state, which holds other messages already. */
        COMPRESSES_MORE {
            @Override
            void prepare(Conversation chat) {
                chat.compress();
                for (int i = 10; i < 14; i++) {
                    chat.append(Chats.turn(i, 30));
                }
            }

            @Override
            void act(Conversation chat) {
                chat.compress();
            }
        },
        /** Goes back to a state that has the message. */
        ROLLS_BACK {
            @Override
            void prepare(Conversation chat) {
                chat.compress();
                chat.rollback(chat.history().get(0).version());
            }

            @Override
            void act(Conversation chat) {
                for (CompressionRecord record : chat.history()) {
                    if (record.injected().toString().contains(SECRET)) {
                        rollback(chat, record.version());
                    }
                }
            }
        };

        private static void rollback(Conversation chat, long version) {
            try {
                chat.rollback(version);
            } catch (IllegalArgumentException e) { // the erasure has taken it
                assertThat(e).hasMessageContaining("version");
            }
        }

        abstract void prepare(Conversation chat);

        abstract void act(Conversation chat);
    }

    private final SoftAssertions traces = new SoftAssertions();

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    /** Runs one case; returns the number of store calls made by the erasure. */
    private int run(Case one) throws Exception {
        try {
            one.run();
            return one.calls;
        } finally {
            open.forEach(SessionCompressor::close);
            open.clear();
        }
    }

    private Conversation chat(SessionStore store) {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(POLICY)
                .store(store)
                .clock(CLOCK)
                .executor(Runnable::run)
                .build();
        open.add(compressor);
        return compressor.conversation("chat");
    }

    /** A message that is erased by one process, and what another one does meanwhile. */
    private final class Case {
        private final SessionStore store;
        private final Other other;
        private final int begins;
        private final int keeps;
        private final int fails;
        private final boolean hasEffect;
        private final CountDownLatch atItsCommit = new CountDownLatch(1);
        private final CountDownLatch mayCommit = new CountDownLatch(1);
        private Future<?> acting = threads.submit(() -> {});
        private boolean watches;
        private int calls;

        Case(Other other, int begins, int keeps, int fails, boolean hasEffect) {
            this.store = store();
            this.other = other;
            this.begins = begins;
            this.keeps = keeps;
            this.fails = fails;
            this.hasEffect = hasEffect;
        }

        void run() throws Exception {
            Conversation own = chat(WatchedStore.of(store, this::eraser));
            Conversation elsewhere = chat(store);
            TalkFixture.talk(own, 4);
            long place = own.entries().stream()
                    .filter(entry -> entry.message().text().contains(SECRET))
                    .mapToLong(Entry::sequence)
                    .max()
                    .orElseThrow();
            elsewhere.erase(place - 1);
            other.prepare(own);
            elsewhere.view();
            watches = true;
            erase(own, place);
            watches = false;
            goOn();
            check(own, elsewhere);
        }

        private void erase(Conversation own, long place) {
            try {
                own.erase(place);
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage(RESET);
                erase(own, place);
            }
        }

        /** The eraser's calls. */
        private @Nullable Object eraser(WatchedStore.Call call) throws Throwable {
            if (!watches) {
                return call.proceed();
            }
            int now = calls++;
            if (now == begins) {
                begin();
            }
            if (now == keeps) {
                goOn();
            }
            if (now == fails && !hasEffect) {
                throw new IllegalStateException(RESET);
            }
            Object result = call.proceed();
            if (now == fails) {
                throw new IllegalStateException(RESET);
            }
            return result;
        }

        private void begin() throws InterruptedException {
            Conversation acts = chat(WatchedStore.of(store, call -> {
                if (call.name().equals("commit")) {
                    atItsCommit.countDown();
                    await(mayCommit);
                }
                return call.proceed();
            }));
            acting = threads.submit(() -> {
                try {
                    other.act(acts);
                } finally {
                    atItsCommit.countDown();
                }
            });
            await(atItsCommit);
        }

        private void goOn() throws Exception {
            mayCommit.countDown();
            acting.get(1, TimeUnit.MINUTES);
        }

        private void await(CountDownLatch latch) throws InterruptedException {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        }

        private void check(Conversation own, Conversation elsewhere) {
            String what =
                    "begins before " + begins + ", keeps before " + keeps + ", fails at " + fails + " " + hasEffect;
            StringBuilder left = new StringBuilder();
            for (Conversation chat : List.of(own, elsewhere, chat(store))) {
                left.append(TalkFixture.text(chat.view())).append(chat.history());
            }
            for (CompressionRecord record : own.history()) {
                left.append(store.segments("chat", record.needed()));
                own.rollback(record.version());
                left.append(TalkFixture.text(own.view()));
            }
            traces.assertThat(left.toString().contains(SECRET)).as(what).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Other.class)
    void concurrentWriterLeavesNoErasedText(Other other) throws Exception {
        int calls = 1;
        for (int begins = 0; begins < calls; begins += FuzzCases.fuzzing(2, 1)) {
            for (int keeps = begins; keeps <= calls; keeps++) {
                calls = run(new Case(other, begins, keeps, NONE, false));
            }
        }
        traces.assertAll();
    }

    @ParameterizedTest
    @EnumSource(Other.class)
    void failingEraserCallLeavesNoErasedText(Other other) throws Exception {
        int calls = 1;
        for (int fails = 0; fails < calls; fails += FuzzCases.fuzzing(3, 1)) {
            for (int keeps = fails; keeps <= calls; keeps += FuzzCases.fuzzing(2, 1)) {
                calls = run(new Case(other, 0, keeps, fails, keeps % 2 == 0));
                calls = Math.max(calls, run(new Case(other, 0, keeps, fails, keeps % 2 == 1)));
            }
        }
        traces.assertAll();
    }
}
