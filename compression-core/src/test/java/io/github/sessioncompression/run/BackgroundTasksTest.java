package io.github.sessioncompression.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BackgroundTasksTest {
    private final List<Runnable> queue = new ArrayList<>();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void closingDropsWaitingTasks() {
        BackgroundTasks tasks = new BackgroundTasks(queue::add);
        tasks.execute(runs::incrementAndGet);
        tasks.execute(runs::incrementAndGet);
        queue.get(0).run();

        tasks.close();
        queue.get(1).run();

        assertThat(runs).hasValue(1);
        assertThat(tasks.isClosed()).isTrue();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void closingWaitsForInterruptedTask() throws InterruptedException {
        BackgroundTasks tasks = new BackgroundTasks(task -> new Thread(task).start());
        CountDownLatch begun = new CountDownLatch(1);
        tasks.execute(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                runs.incrementAndGet();
            }
        });
        begun.await();

        tasks.close();

        assertThat(runs).hasValue(1);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES)
    void taskMayCloseItself() {
        BackgroundTasks tasks = new BackgroundTasks(Runnable::run);
        tasks.execute(() -> {
            tasks.close();
            runs.incrementAndGet();
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void refusesTaskAfterClosing() {
        BackgroundTasks tasks = new BackgroundTasks(queue::add);
        assertThat(tasks.isClosed()).isFalse();
        tasks.close();

        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> tasks.execute(runs::incrementAndGet));
        assertThat(queue).isEmpty();
    }

    @Test
    void passesExecutorRejectionToCaller() {
        Executor full = task -> {
            throw new RejectedExecutionException("full");
        };
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> new BackgroundTasks(full).execute(runs::incrementAndGet))
                .withMessage("full");
    }

    @Test
    void reportsAnyExecutorFailureAsRejection() {
        for (Throwable thrown : List.of(new OutOfMemoryError("no more threads"), new NullPointerException("broken"))) {
            BackgroundTasks tasks = new BackgroundTasks(task -> BackgroundTasksTest.<Error>sneak(thrown));

            assertThatExceptionOfType(RejectedExecutionException.class)
                    .isThrownBy(() -> tasks.execute(runs::incrementAndGet, runs::incrementAndGet))
                    .withCause(thrown);

            tasks.close();
            assertThat(runs).as("is not dropped once more").hasValue(0);
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void releasesTasksDroppedByExecutor() {
        BackgroundTasks tasks = new BackgroundTasks(task -> {});
        WeakReference<Object> dropped = dropOne(tasks);

        while (dropped.get() != null) {
            System.gc();
        }

        tasks.close();
        assertThat(runs).hasValue(0);
    }

    private WeakReference<Object> dropOne(BackgroundTasks tasks) {
        Object chat = new Object();
        tasks.execute(() -> runs.addAndGet(chat.hashCode()));
        return new WeakReference<>(chat);
    }

    @Test
    void closingEndsTasksWaitingInExecutor() {
        BackgroundTasks tasks = new BackgroundTasks(queue::add);
        AtomicInteger dropped = new AtomicInteger();
        tasks.execute(runs::incrementAndGet, dropped::incrementAndGet);
        System.gc();

        tasks.close();

        assertThat(dropped).hasValue(1);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }
}
