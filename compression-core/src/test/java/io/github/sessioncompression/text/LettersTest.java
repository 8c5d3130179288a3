package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LettersTest {
    @Test
    void headSplitsNoPair() {
        assertThat(Letters.head("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Letters.head("abcdefg", 6)).isEqualTo("abcde…");
        assertThat(Letters.head("\uD83D\uDE80".repeat(4), 6)).isEqualTo("\uD83D\uDE80".repeat(2) + "…");
    }

    @Test
    void startSplitsNoPair() {
        assertThat(Letters.start("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Letters.start("abcdef", 0)).isEmpty();
        assertThat(Letters.start("a\uD83D\uDE80", 2)).isEqualTo("a");
    }
}
