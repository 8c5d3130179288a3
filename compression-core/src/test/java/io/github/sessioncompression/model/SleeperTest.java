package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SleeperTest {
    private final Sleeper waiting = Sleeper.realTime();

    @Test
    void doesNotWaitLongerThanTheLimit() {
        assertThatThrownBy(() -> waiting.await(new CompletableFuture<>(), Duration.ofNanos(1)))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void stopsPausingWhenInterrupted() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> waiting.pause(Duration.ofHours(1))).isInstanceOf(InterruptedException.class);
    }
}
