package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters.Latency;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.store.Counters.RecallUse;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static Counters of(long n, Latency latency) {
        return new Counters(
                n,
                n + 1,
                n + 2,
                n + 3,
                latency,
                n + 4,
                n + 5,
                new ModelUse(n + 6, n + 7, n + 8, n + 9, n + 10),
                new ModelUse(n + 11, n + 12, n + 13, n + 14, n + 15),
                new RecallUse(n + 16, n + 17, n + 18, n + 19, n + 20),
                new Coverage(n + 21, n + 22, n + 23, n + 24, n + 25));
    }

    @Test
    void everyPartIsAddedUp() {
        Counters sum = of(10, Latency.ofMillis(40)).plus(of(100, Latency.ofMillis(30)));
        assertThat(sum)
                .isEqualTo(new Counters(
                        110,
                        112,
                        114,
                        116,
                        new Latency(2, 70, 40, 30),
                        118,
                        120,
                        new ModelUse(122, 124, 126, 128, 130),
                        new ModelUse(132, 134, 136, 138, 140),
                        new RecallUse(142, 144, 146, 148, 150),
                        new Coverage(152, 154, 156, 158, 160)));
        assertThat(sum.plus(Counters.NONE)).isEqualTo(sum);
        assertThat(Counters.NONE.plus(sum)).isEqualTo(sum);
    }

    @Test
    void aSumStaysAtTheLargestNumber() {
        RecallUse much = new RecallUse(Long.MAX_VALUE, 1, 0, 0, 0);
        assertThat(much.plus(new RecallUse(1, 1, 0, 0, 0))).isEqualTo(new RecallUse(Long.MAX_VALUE, 2, 0, 0, 0));
        Counters counters = of(Long.MAX_VALUE - 30, Latency.ofMillis(1));
        assertThat(counters.plus(counters).facts().invented()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nothingIsTakenAway() {
        assertThatThrownBy(() -> new ModelUse(0, 0, -1, 0, 0)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new RecallUse(0, 0, 0, 0, -2)).hasMessageContaining("-2");
        assertThatThrownBy(() -> new Coverage(0, 0, 0, -4, 0)).hasMessageContaining("-4");
        assertThatThrownBy(() -> Latency.ofMillis(-5)).hasMessageContaining("-5");
        assertThatThrownBy(() -> of(-3, Latency.NONE)).hasMessageContaining("-3");
    }
}
