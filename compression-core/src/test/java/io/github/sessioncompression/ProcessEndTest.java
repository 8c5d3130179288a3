package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes that serve one request and end. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ProcessEndTest {
    private static final String CHAT = "chat";
    private final SessionStore store = SessionStore.inMemory();

    private SessionCompressor process(SessionStore its) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .store(its)
                .build();
    }

    private void fill() {
        fill(300, "");
    }

    private void fill(int turns, String more) {
        try (SessionCompressor first = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(1_000_000))
                .store(store)
                .build()) {
            List<Message> messages = new ArrayList<>();
            for (int i = 0; i < turns; i++) {
                messages.add(
                        Message.user("Bed " + i + " was planted with " + i + " lavender cuttings on Tuesday." + more));
                messages.add(Message.assistant("Noted: bed " + i + " has lavender."));
            }
            first.conversation(CHAT).append(messages);
        }
    }

    /** The store of a process whose threads in the background hang in a call of that name until {@code end}. */
    private SessionStore hangingIn(String call, CountDownLatch hangs, CountDownLatch end) {
        return (SessionStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, arguments) -> {
                    String thread = Thread.currentThread().getName();
                    if (method.getName().equals(call) && thread.matches("session-compression-\\d+")) {
                        hangs.countDown();
                        while (end.getCount() > 0) {
                            Thread.onSpinWait();
                        }
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The store of a process whose run, once it is to lease, goes on only when {@code closer} waits for it. */
    private SessionStore untilClosing(CountDownLatch leases, Thread[] closer) {
        AtomicBoolean first = new AtomicBoolean(true);
        return (SessionStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("tryLease") && first.getAndSet(false)) {
                        leases.countDown();
                        while (closer[0] == null || closer[0].getState() != Thread.State.TIMED_WAITING) {
                            Thread.onSpinWait();
                        }
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void closingKeepsExtractThatIsNearlyDone() throws InterruptedException {
        fill();
        CountDownLatch leases = new CountDownLatch(1);
        Thread[] closer = new Thread[1];
        SessionCompressor process = process(untilClosing(leases, closer));
        process.conversation(CHAT).view();
        leases.await();

        Thread closing = new Thread(process::close);
        closing.start();
        closer[0] = closing;
        closing.join();

        assertThat(store.current(CHAT).orElseThrow().boundary()).isPositive();
        assertThat(store.tryLease(CHAT, "another", Duration.ofSeconds(1))).isPresent();
    }

    @Test
    void closingKeepsExtractOfLongBacklogAndGivesLeaseBack() throws InterruptedException {
        fill(1_300, " water them".repeat(60));
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        SessionCompressor process = process(hangingIn("head", hangs, end));
        View bridged = process.conversation(CHAT).view();
        hangs.await();
        assertThat(bridged.outcome()).isInstanceOf(Outcome.Bridged.class);
        assertThat(store.current(CHAT).orElseThrow().boundary()).isZero();
        assertThat(store.tryLease(CHAT, "another", Duration.ofSeconds(1))).isEmpty();

        process.close();

        assertThat(store.current(CHAT).orElseThrow().boundary()).isPositive();
        assertThat(store.tryLease(CHAT, "another", Duration.ofMinutes(1))).isPresent();
        end.countDown();
        try (SessionCompressor next = process(store)) {
            View view = next.conversation(CHAT).view();
            assertThat(view.outcome()).isInstanceOf(Outcome.Unchanged.class);
            assertThat(view.messages()).isEqualTo(bridged.messages());
        }
    }

    @Test
    void compressesWithinTwoProcessesOfOneTurn() {
        fill();
        int processes = 0;
        while (store.current(CHAT).map(CompressionRecord::boundary).orElse(0L) == 0 && processes < 10) {
            try (SessionCompressor process = process(store)) {
                Conversation chat = process.conversation(CHAT);
                chat.append(Message.user("Question " + processes));
                assertThat(chat.view().messages()).isNotEmpty();
                chat.append(Message.assistant("Answer " + processes));
            }
            processes++;
        }

        assertThat(processes).isBetween(1, 2);
        assertThat(store.current(CHAT).orElseThrow().boundary()).isPositive();
    }

    @Test
    void closingDiscardsRunThatWaitsForModel() throws InterruptedException {
        fill();
        CountDownLatch asked = new CountDownLatch(1);
        SessionCompressor process = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .store(store)
                .model(request -> {
                    asked.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    throw new IllegalStateException("interrupted");
                })
                .build();
        process.conversation(CHAT).view();
        asked.await();

        process.close();

        assertThat(store.current(CHAT).orElseThrow().boundary()).isZero();
        assertThat(store.tryLease(CHAT, "another", Duration.ofSeconds(1))).isPresent();
    }
}
