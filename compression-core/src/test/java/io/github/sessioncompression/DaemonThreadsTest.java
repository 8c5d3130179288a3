package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.run.BackgroundTasks.DaemonThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** The threads of a process keep no process alive and say what they are for. */
class DaemonThreadsTest {
    private static Thread of(Executor executor) {
        return CompletableFuture.supplyAsync(Thread::currentThread, executor).join();
    }

    @Test
    void compressionsRunOnDaemonsOfTheirOwn() {
        Thread thread = of(DaemonThreads.FOR_COMPRESSIONS);

        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).matches("session-compression-\\d+");
    }

    @Test
    void callsOfTheModelRunOnOthers() {
        Thread thread = of(DaemonThreads.FOR_MODEL_CALLS);

        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).matches("session-compression-model-\\d+");
    }
}
