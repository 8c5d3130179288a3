package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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

    @Test
    void givesRunsOfLettersAndDigits() {
        List<String> runs = new ArrayList<>();
        Letters.forEachRun("-ab 12c, é!d", runs::add);

        assertThat(runs).containsExactly("ab", "12c", "é", "d");
    }

    @Test
    void asksEachCodePoint() {
        assertThat(Letters.all("123", Letters::isDigit)).isTrue();
        assertThat(Letters.all("1a3", Letters::isDigit)).isFalse();
        assertThat(Letters.all("a13", 1, Letters::isDigit)).isTrue();
        assertThat(Letters.all("", Letters::isDigit)).isTrue();
        assertThat(Letters.any("ab3", Letters::isDigit)).isTrue();
        assertThat(Letters.any("abc", Letters::isDigit)).isFalse();
        assertThat(Letters.any("\uD83D\uDE80", c -> c == 0x1F680)).isTrue();
        assertThat(Letters.all("\uD83D\uDE80", c -> c == 0x1F680)).isTrue();
    }

    @Test
    void onlyAsciiDigitsAreDigits() {
        assertThat("/09:١".chars().filter(Letters::isDigit)).containsExactly((int) '0', (int) '9');
    }

    @Test
    void readsWordsOfList() {
        assertThat(Letters.words(" a  b\nc ")).containsExactlyInAnyOrder("a", "b", "c");
    }
}
