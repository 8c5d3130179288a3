package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.Sleeper;
import io.github.sessioncompression.store.StoreBuilder.RetryDelay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryDelayTest {
    private final List<Duration> pauses = new ArrayList<>();
    private final AtomicLong now = new AtomicLong();

    /** Pauses take no time but on the clock; {@code interrupted} ones end at once. */
    private record Paused(List<Duration> pauses, AtomicLong now, boolean interrupted) implements Sleeper {
        @Override
        public <T> T await(Future<T> call, Duration limit) {
            throw new AssertionError("nobody waits for a call");
        }

        @Override
        public void pause(Duration length) throws InterruptedException {
            if (interrupted) {
                throw new InterruptedException();
            }
            pauses.add(length);
            now.addAndGet(length.toNanos());
        }
    }

    private RetryDelay delay(Duration longest) {
        return new RetryDelay(longest, new Paused(pauses, now, false), now::get);
    }

    private RetryDelay.Tries tries(Duration longest) {
        return delay(longest).begin();
    }

    private static int countOf(RetryDelay.Tries tries) {
        int count = 1;
        while (tries.again()) {
            count++;
        }
        return count;
    }

    @Test
    void pausesLongerAndLongerUpToHalfASecond() {
        countOf(tries(Duration.ofHours(1)));

        assertThat(pauses).hasSizeGreaterThan(39);
        for (int i = 0; i < 39; i++) {
            long longest = Math.min(500_000_000L, 5_000_000L << Math.min(i, 20));
            assertThat(pauses.get(i).toNanos()).isBetween(longest / 2, longest);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {700, 300_000})
    void endsWhenItsTimeIsOverAndNotBefore(long millis) {
        countOf(tries(Duration.ofMillis(millis)));

        assertThat(now).hasValue(Duration.ofMillis(millis).toNanos());
    }

    @Test
    void withoutAnyNothingIsTriedAgain() {
        assertThat(countOf(tries(Duration.ZERO))).isEqualTo(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void eachCallHasTriesOfItsOwn() {
        RetryDelay delay = delay(Duration.ofMillis(10));
        int first = countOf(delay.begin());

        assertThat(first).isGreaterThan(1);
        assertThat(countOf(delay.begin())).isGreaterThan(1);
    }

    @Test
    void endsWhenInterrupted() {
        RetryDelay.Tries tries = new RetryDelay(Duration.ofSeconds(1), new Paused(pauses, now, true), now::get).begin();

        assertThat(tries.again()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }
}
