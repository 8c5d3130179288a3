package io.github.sessioncompression.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Searches of a conversation while the thread of one hangs in a call of the store. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HangingSearchTest {
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger loads = new AtomicInteger();
    private final SessionStore kept = SessionStore.inMemory();
    private final MessageSearch search = new MessageSearch(
            WatchedStore.of(kept, call -> {
                if (call.name().equals("load") && loads.incrementAndGet() == 1) {
                    hangs.countDown();
                    released.await();
                }
                return call.proceed();
            }),
            RecallOptions.defaults(),
            Runnable::run,
            Sleeper.realTime(),
            System::nanoTime,
            Duration.ofMillis(20));
    private final AtomicReference<List<Hit>> late = new AtomicReference<>(List.of());
    private final Thread hanging = new Thread(() -> late.set(find()));

    @BeforeEach
    void hang() throws InterruptedException {
        kept.append("chat", "life", 0, "key", List.of(new Entry(1, Message.user("The heron nested again."), 9)));
        hanging.start();
        hangs.await();
    }

    @AfterEach
    void goOn() throws InterruptedException {
        released.countDown();
        hanging.join();
    }

    private List<Hit> find() {
        return search.search("chat", "heron", 5, 600, MessageSearch.ALL);
    }

    @Test
    void searchesAnotherIndexAfterTheLongestWait() throws InterruptedException {
        assertThat(find()).hasSize(1);
        int before = loads.get();
        search.segments("chat", MessageSearch.ALL);
        assertThat(loads).as("the new one is kept").hasValue(before);

        goOn();
        assertThat(late.get()).hasSize(1);
    }

    @Test
    void doesNotWaitOnAnInterruptedThread() {
        Thread.currentThread().interrupt();

        assertThat(find()).hasSize(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void listsSegmentsOfAnotherIndex() {
        assertThat(search.segments("chat", MessageSearch.ALL)).hasSize(1);
    }
}
