package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters.Field;
import io.github.sessioncompression.store.Counters.ModelUse;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static Counters of(long n, long... latency) {
        return Counters.of(Field.COMPRESSIONS, n, n + 1, n + 2, n + 3)
                .plus(Counters.of(Field.LATENCY_MEASURED, latency))
                .plus(Counters.of(
                        Field.SENT_TOKENS, LongStream.range(n + 4, n + 22).toArray()));
    }

    @Test
    void everyPartIsAddedUp() {
        Counters sum = of(10, 1, 40, 40, 40).plus(of(100, 1, 30, 30, 30));
        assertThat(Counters.of(field -> field.compareTo(Field.MODEL_CALLS) < 0 ? field.of(sum) : 0))
                .isEqualTo(Counters.of(Field.COMPRESSIONS, 110, 112, 114, 116, 2, 70, 40, 30)
                        .plus(Counters.of(Field.SENT_TOKENS, 118, 120)));
        assertThat(sum.model()).isEqualTo(new ModelUse(122, 124, 126, 128, 130));
        assertThat(sum.chat()).isEqualTo(new ModelUse(132, 134, 136, 138, 140));
        assertThat(Field.BROUGHT_BACK.of(sum)).isEqualTo(142);
        assertThat(sum.facts()).isEqualTo(new Coverage(144, 146, 148, 150, 152));
        assertThat(sum.plus(Counters.NONE)).isEqualTo(sum);
        assertThat(Counters.NONE.plus(sum)).isEqualTo(sum);
    }

    @Test
    void aSumStaysAtTheLargestNumber() {
        Counters counters = of(Long.MAX_VALUE - 30, 1, 1, 1, 1);
        assertThat(counters.plus(counters).facts().invented()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nothingIsTakenAway() {
        assertThatThrownBy(() -> new ModelUse(0, 0, -1, 0, 0)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new Coverage(0, 0, 0, -4, 0)).hasMessageContaining("-4");
        assertThatThrownBy(() -> of(-3)).hasMessageContaining("-3");
    }
}
