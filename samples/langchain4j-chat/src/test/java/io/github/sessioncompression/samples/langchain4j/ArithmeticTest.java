package io.github.sessioncompression.samples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArithmeticTest {
    @ParameterizedTest
    @CsvSource({
        "1 + 2 * 3, 7",
        "(1 + 2) * 3, 9",
        "-2^2, -4",
        "2^3^2, 512",
        "10 / 4, 2.5",
        "1 - 2 - 3, -4",
        "2 ^ -2, 0.25",
        "(3.5 + 4) * 2, 15",
    })
    void calculates(String expression, String value) {
        assertThat(Arithmetic.evaluate(expression).toPlainString()).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "1 / 0, division by zero",
        "0 ^ -1, division by zero",
        "2 +, the expression ends too soon",
        "2 x 3, unexpected 'x'",
        "(1, the expression ends too soon",
        "9 ^ 9999, an exponent must be a whole number up to 999",
        "9 ^ 999 * 9 ^ 999, out of range",
        "'', the expression ends too soon",
    })
    void saysWhyItCannot(String expression, String why) {
        assertThatThrownBy(() -> Arithmetic.evaluate(expression))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining(why);
    }
}
