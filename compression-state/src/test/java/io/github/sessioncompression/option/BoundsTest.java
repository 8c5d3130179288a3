package io.github.sessioncompression.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void acceptsValuesWithinInclusiveBounds() {
        assertThat(Bounds.within("n", 1, 1, 9)).isEqualTo(1);
        assertThat(Bounds.within("n", 9, 1, 9)).isEqualTo(9);
        assertThat(Bounds.within("x", 0.5, 0.5, 2.0)).isEqualTo(0.5);
        assertThat(Bounds.within("x", 2.0, 0.5, 2.0)).isEqualTo(2.0);
        assertThat(Bounds.within("d", SECOND, SECOND, MINUTE)).isSameAs(SECOND);
        assertThat(Bounds.within("d", MINUTE, SECOND, MINUTE)).isSameAs(MINUTE);
        assertThat(Bounds.zeroOrWithin("n", 0, "none", 5, 9)).isZero();
        assertThat(Bounds.zeroOrWithin("n", 5, "none", 5, 9)).isEqualTo(5);
        assertThat(Bounds.zeroOrWithin("n", 9, "none", 5, 9)).isEqualTo(9);
        assertThat(Bounds.notNegative("n", 0)).isZero();
        assertThat(Bounds.ratio("r", 1)).isEqualTo(1);
        assertThat(Bounds.ratio("r", Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
        assertThat(Bounds.text("t", "abc", 3)).isEqualTo("abc");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, -1, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void namesArgumentRangeAndValueOfAWholeNumber(int value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.within("n", value, 1, 9))
                .withMessage("n must be 1 to 9, but was " + value);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.49, 2.01, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void namesArgumentRangeAndValueOfANumber(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.within("x", value, 0.5, 2.0))
                .withMessage("x must be 0.5 to 2.0, but was " + value);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.0, -0.1, 1.01, Double.NaN, Double.POSITIVE_INFINITY})
    void namesArgumentRangeAndValueOfARatio(double value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.ratio("r", value))
                .withMessage("r must be above 0 and up to 1, but was " + value);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 4, 10})
    void explainsMeaningOfZero(int value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.zeroOrWithin("n", value, "half of all", 5, 9))
                .withMessage("n must be 0 (half of all) or 5 to 9, but was " + value);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 61, -1})
    void namesArgumentRangeAndValueOfADuration(long seconds) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.within("d", Duration.ofSeconds(seconds), SECOND, MINUTE))
                .withMessage("d must be PT1S to PT1M, but was " + Duration.ofSeconds(seconds));
    }

    @Test
    void rejectsNegativeNumberOfAnySize() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.notNegative("n", Long.MIN_VALUE))
                .withMessage("n must be 0 or more, but was -9223372036854775808");
    }

    @Test
    void doesNotQuoteAText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.text("t", "secret", 3))
                .withMessage("t must be 1 to 3 characters and not blank, but has 6");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Bounds.text("t", " \n", 3))
                .withMessage("t must be 1 to 3 characters and not blank, but is blank");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without null checks does
    void namesNullArgument() {
        assertThatNullPointerException()
                .isThrownBy(() -> Bounds.text("t", null, 3))
                .withMessage("t");
        assertThatNullPointerException()
                .isThrownBy(() -> Bounds.within("d", (Duration) null, SECOND, MINUTE))
                .withMessage("d");
    }
}
