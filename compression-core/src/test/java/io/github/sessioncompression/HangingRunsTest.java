package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compressions of a chat while the thread of one hangs in a call without a timeout. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HangingRunsTest {
    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final Duration LONGEST = DEADLINE.plusSeconds(30);
    private static final int TURNS = 50;

    /** Places of a hanging run. */
    private enum Place {
        /** The store is asked for the lease. */
        LEASE(false),
        /** The store is asked where the chat stands. */
        HEAD(false),
        /** The application is asked what the model is to know. */
        SYSTEM_CONTEXT(false),
        /** A listener is told that it begins. */
        LISTENER(false),
        /** The model has answered, and the store is read for the outline. */
        OUTLINE(true),
        /** The store is to keep the state. */
        COMMIT(true),
        /** All is done, and the lease is given back. */
        RELEASE(true);

        /** True if the model was already asked. */
        private final boolean paid;

        Place(boolean paid) {
            this.paid = paid;
        }
    }

    private final MutableTime time = new MutableTime();
    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();
    private final List<Thread> hanging = new CopyOnWriteArrayList<>();
    private final Warnings warnings = new Warnings();
    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);
    private final SessionStore kept = SessionStore.inMemory(100, time);
    private final SessionStore store = WatchedStore.of(kept, call -> {
        switch (call.name()) {
            case "tryLease" -> pass(Place.LEASE);
            case "load" -> {
                if (asked.get() > 0) {
                    pass(Place.OUTLINE);
                }
            }
            case "head" -> pass(Place.HEAD);
            case "commit" -> pass(Place.COMMIT);
            case "release" -> pass(Place.RELEASE);
            default -> {}
        }
        return call.proceed();
    });
    private final StructuredModel model = request -> {
        asked.incrementAndGet();
        return new ModelAnswer(ScriptedModel.state("soil is ordered", ""), FinishReason.STOP, Usage.of(500, 40));
    };
    /** Place of the next hang; {@code null} for none. */
    private volatile @Nullable Place place;
    /** Counted down by each thread that begins to hang. */
    private volatile CountDownLatch hangs = new CountDownLatch(1);

    private SessionCompressor compressor = compressor(Execution.AUTO);

    private SessionCompressor compressor(Execution execution) {
        CompressionPolicy policy =
                CompressionPolicy.forWindow(4_000).withExecution(execution).withModel(ModelOptions.defaults());
        if (place == Place.OUTLINE) {
            policy = policy.withState(policy.state().withHistoryTools(true));
        }
        return SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .model(model)
                .modelCalls(Runnable::run, time)
                .systemContext(id -> {
                    pass(Place.SYSTEM_CONTEXT);
                    return null;
                })
                .executor(threads())
                .clock(time)
                .listener(event -> {
                    events.add(event);
                    if (event instanceof StageStarted) {
                        pass(Place.LISTENER);
                    }
                })
                .build();
    }

    /** Each task has a thread of its own; it comes back once that has ended, or hangs. */
    private Executor threads() {
        return task -> {
            CountDownLatch over = hangs;
            Thread thread = new Thread(() -> {
                try {
                    task.run();
                } finally {
                    over.countDown();
                }
            });
            hanging.add(thread);
            thread.start();
            awaitUninterrupted(over);
            hangs = new CountDownLatch(1);
        };
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Hangs if this is where, and the thread is one of the executor's. */
    private void pass(Place here) {
        if (here == place && hanging.contains(Thread.currentThread()) && released.getCount() > 0) {
            hangs.countDown();
            awaitUninterrupted(released);
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        released.countDown();
        for (Thread thread : hanging) {
            thread.join();
        }
        compressor.close();
        warnings.close();
    }

    private void goOnWorking() throws InterruptedException {
        released.countDown();
        for (Thread thread : hanging) {
            thread.join();
        }
    }

    /** A chat whose first compression hangs there. */
    private Conversation hanging(Execution execution, Place where) {
        place = where;
        compressor.close();
        compressor = compressor(execution);
        Conversation chat = compressor.conversation("chat");
        for (int i = 0; hanging.isEmpty(); i++) {
            assertThat(i).as("turns before anything happens").isLessThan(TURNS);
            chat.append(Chats.smallTalk(i, 30));
        }
        assertThat(asked.get() > 0).isEqualTo(where.paid);
        assertThat(chat.status().compressing()).isTrue();
        return chat;
    }

    /** The chat's next turns, until it is above its threshold once more if it was compressed. */
    private static void goOn(Conversation chat) {
        for (int i = 0; i < TURNS; i++) {
            chat.append(Chats.smallTalk(100 + i, 30));
            assertThat(chat.view().messages()).isNotEmpty();
        }
    }

    private List<StageFailed> failures() {
        return events.stream()
                .filter(StageFailed.class::isInstance)
                .map(StageFailed.class::cast)
                .toList();
    }

    static Stream<Arguments> everywhere() {
        return Stream.of(Execution.AUTO, Execution.ASYNC)
                .limit(FuzzCases.times(1, 2))
                .flatMap(execution -> Stream.of(Place.values()).map(where -> Arguments.of(execution, where)));
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void newRunReplacesHangingRunAndIsReportedOnce(Execution execution, Place where) {
        Conversation chat = hanging(execution, where);
        long boundary = chat.status().boundary();
        goOn(chat);
        assertThat(hanging).as("it may only be slow").hasSize(1);
        assertThat(failures()).isEmpty();
        place = null;
        time.advance(LONGEST);

        goOn(chat);

        assertThat(chat.status().boundary()).isGreaterThan(boundary);
        assertThat(chat.status().compressing()).isFalse();
        assertThat(failures()).extracting(StageFailed::failure).containsExactly("NOT_ENDED");
        assertThat(chat.status().stats().failures()).isEqualTo(1);
        assertThat(warnings.lines()).singleElement().asString().contains("NOT_ENDED");
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void lateHangingRunCostsAndChangesNothing(Execution execution, Place where) throws InterruptedException {
        Conversation chat = hanging(execution, where);
        time.advance(LONGEST);
        place = null;
        goOn(chat);
        int paid = asked.get();
        long version = chat.record().orElseThrow().version();
        List<Message> shown = chat.view().messages();

        goOnWorking();

        assertThat(asked).hasValue(paid);
        assertThat(chat.record().orElseThrow().version()).isEqualTo(version);
        assertThat(chat.view().messages()).isEqualTo(shown);
        assertThat(chat.status().compressing()).isFalse();
        assertThat(warnings.lines()).singleElement().asString().contains("NOT_ENDED");
        assertThat(chat.compress()).isNotEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY));
    }

    @Test
    void manualCompressionReplacesHangingRunAtOnce() {
        Conversation chat = hanging(Execution.AUTO, Place.LEASE);
        time.advance(LONGEST);

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);

        assertThat(failures()).extracting(StageFailed::failure).containsExactly("NOT_ENDED");
    }

    @Test
    void startsFewerRunsIfAllHang() {
        Conversation chat = hanging(Execution.AUTO, Place.LEASE);
        List<Integer> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            time.advance(LONGEST);
            chat.append(Message.user("And now?"), Message.assistant("Now it rains."));
            threads.add(hanging.size());
        }

        assertThat(threads).containsExactly(2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5);
    }
}
