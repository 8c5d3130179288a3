package io.github.sessioncompression.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyTimeTest {
    @Test
    void standsInForSystemClocks() {
        for (InstantSource system :
                List.of(InstantSource.system(), Clock.systemUTC(), Clock.system(ZoneId.of("Asia/Kolkata")))) {
            InstantSource steady = SteadyTime.of(system);
            assertThat(steady).isNotSameAs(system);
            long nanos = System.nanoTime();
            Instant first = steady.instant();
            Instant second = steady.instant();
            assertThat(second).isBetween(first, first.plusNanos(System.nanoTime() - nanos));
        }
    }

    @Test
    void keepsOtherClocks() {
        InstantSource fixed = InstantSource.fixed(Instant.EPOCH);
        assertThat(SteadyTime.of(fixed)).isSameAs(fixed);
    }
}
