package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class UsageTest {
    @Test
    void countsCachedInputAsInput() {
        Usage usage = new Usage(100, 2_000, 300, 40, 5);
        assertThat(usage.requestTokens()).isEqualTo(2_400);
    }

    @Test
    void takesCachedTokensOutOfAnInputThatIncludesThem() {
        assertThat(Usage.inclusive(2_400, 2_000, 300, 40, 5)).isEqualTo(new Usage(100, 2_000, 300, 40, 5));
        assertThat(Usage.inclusive(2_400, 2_000, 300, 40, 5).requestTokens()).isEqualTo(2_400);
    }

    @Test
    void survivesReportsThatMakeNoSense() {
        assertThat(Usage.inclusive(10, 20, 0, -1, -1)).isEqualTo(new Usage(0, 20, 0, 0, 0));
        assertThat(Usage.separate(-1, -2, -3, -4, -5)).isEqualTo(Usage.NONE);
        assertThat(Usage.of(-1, 7)).isEqualTo(new Usage(0, 0, 0, 7, 0));
    }

    @Test
    void addsForAccounting() {
        assertThat(new Usage(1, 2, 3, 4, 5).plus(new Usage(10, 20, 30, 40, 50)))
                .isEqualTo(new Usage(11, 22, 33, 44, 55));
    }

    @Test
    void refusesANegativeNumber() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Usage(0, -1, 0, 0, 0))
                .withMessage("cacheReadTokens must be 0 or more, but was -1");
    }
}
