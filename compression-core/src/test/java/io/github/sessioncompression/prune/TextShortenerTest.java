package io.github.sessioncompression.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class TextShortenerTest {
    private final List<Integer> tried = new ArrayList<>();

    /** Fits a text of {@code chars} characters, with the given token count for each kept length. */
    private Entry fitting(int chars, int limit, IntUnaryOperator tokens) {
        return TextShortener.fitting(chars, tokens.applyAsInt(chars), limit, keep -> {
            tried.add(keep);
            return new Entry(1, Message.user("kept " + keep), tokens.applyAsInt(keep));
        });
    }

    @Test
    void keepsNothingAfterFewTriesIfFrameIsTooLarge() {
        Entry shown = fitting(1_000_000, 1_000, keep -> 1_001 + keep / 100_000);

        assertThat(shown.message().text()).isEqualTo("kept 0");
        assertThat(tried).hasSizeLessThan(16).isSortedAccordingTo((a, b) -> b - a);
    }

    @Test
    void keepsTheFirstSixtyAndTheLastFortyPercent() {
        assertThat(TextShortener.without("abcdef" + "-".repeat(100) + "ghij", 10, "|"))
                .isEqualTo("abcdef|ghij");
        assertThat(TextShortener.without("abcdef", 0, "|")).isEqualTo("|");
    }

    @Test
    void aCharacterOfTwoUnitsAtACutGoesWhole() {
        String text = "\uD83D\uDE00".repeat(20);
        for (int keep = 0; keep < text.length(); keep++) {
            String shown = TextShortener.without(text, keep, "|");
            assertThat(shown.replace("\uD83D\uDE00", "")).isEqualTo("|");
            assertThat(shown.length() - 1).isBetween(keep - 2, keep);
        }
    }

    @Test
    void cutsUnpairedSurrogates() {
        assertThat(TextShortener.without("abcdefghi\uD83D", 0, "|")).isEqualTo("|");
        assertThat(TextShortener.without("abc\uD83Ddefghi", 5, "|")).isEqualTo("abc|hi");
        assertThat(TextShortener.without("abc\uDE00defghi", 5, "|")).isEqualTo("abc|hi");
    }
}
