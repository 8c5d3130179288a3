package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compressions on another thread, and their end before their time. */
@Timeout(60)
class AbortTest {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();
    private final Warnings warnings = new Warnings();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .model(this::hang)
            .listener(events::add)
            .build();
    private final Conversation chat = compressor.conversation("chat");

    @AfterEach
    void close() {
        never.countDown();
        compressor.close();
        warnings.close();
    }

    private ModelAnswer hang(ModelRequest request) throws InterruptedException {
        asked.countDown();
        never.await();
        return ModelAnswer.of("{}");
    }

    private void talk() {
        for (int i = 0; i < 5; i++) {
            chat.append(Chats.turn(i, 30));
        }
    }

    @Test
    void abortEndsHangingCompressionWithoutEffect() throws Exception {
        talk();
        List<Message> before = chat.view().messages();
        CompletableFuture<Outcome> compression = chat.compressAsync(Focus.none());
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();

        assertThat(chat.abort()).isTrue();

        assertThat(compression.get(1, TimeUnit.SECONDS))
                .isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.DISCARDED));
        assertThat(chat.view().messages()).isEqualTo(before);
        assertThat(chat.status().compressing()).isFalse();
        assertThat(events).hasAtLeastOneElementOfType(LateResultDiscarded.class);
        assertThat(warnings.lines()).isEmpty();
        assertThat(chat.abort()).as("nothing runs").isFalse();
    }

    @Test
    void abortedCallerIsNotInterruptedAfterwards() throws Exception {
        talk();
        AtomicBoolean interrupted = new AtomicBoolean(true);
        Thread caller = new Thread(() -> {
            chat.compress();
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();

        assertThat(chat.abort()).isTrue();
        caller.join();

        assertThat(interrupted).isFalse();
    }

    @Test
    void waitingCompressionIsNeverMade() {
        List<Runnable> waiting = new CopyOnWriteArrayList<>();
        SessionCompressor own = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(2_000))
                .executor(waiting::add)
                .build();
        Conversation full = own.conversation("full");
        for (int i = 0; i < 20; i++) {
            full.append(Chats.turn(i, 30));
        }
        assertThat(waiting).isNotEmpty();

        assertThat(full.abort()).isTrue();
        List.copyOf(waiting).forEach(Runnable::run);

        assertThat(full.record()).isEmpty();
        assertThat(full.status().compressing()).isFalse();
        own.close();
    }

    /** A database in a file may close for all its users when a thread is interrupted in it. */
    @Test
    void abortDoesNotInterruptStoreCall() throws Exception {
        CountDownLatch inStore = new CountDownLatch(1);
        CountDownLatch aborted = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean(true);
        SessionStore store = WatchedStore.of(SessionStore.inMemory(), call -> {
            if (call.name().equals("tryLease")) {
                inStore.countDown();
                aborted.await();
                interrupted.set(Thread.currentThread().isInterrupted());
            }
            return call.proceed();
        });
        try (SessionCompressor own = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .model(this::hang)
                .store(store)
                .build()) {
            Conversation slow = own.conversation("slow");
            slow.append(Chats.turn(1, 30));
            CompletableFuture<Outcome> compression = slow.compressAsync(Focus.none());
            assertThat(inStore.await(30, TimeUnit.SECONDS)).isTrue();

            assertThat(slow.abort()).isTrue();
            aborted.countDown();

            assertThat(compression.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Unchanged.class);
            assertThat(interrupted).isFalse();
            assertThat(asked.getCount()).as("the model is not asked").isEqualTo(1);
        }
    }

    @Test
    void compressionAfterAbortTakesEffect() throws Exception {
        talk();
        CompletableFuture<Outcome> aborted = chat.compressAsync(Focus.none());
        assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
        chat.abort();
        aborted.get(30, TimeUnit.SECONDS);
        never.countDown();

        assertThat(chat.compressAsync(Focus.none()).get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Compressed.class);
    }

    @Test
    void closedCompressorRefusesCompression() {
        talk();
        compressor.close();

        assertThatThrownBy(() -> chat.compressAsync(Focus.none())).isInstanceOf(RejectedExecutionException.class);
    }
}
