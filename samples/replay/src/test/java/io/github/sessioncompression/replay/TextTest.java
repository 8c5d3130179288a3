package io.github.sessioncompression.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTest {
    @Test
    void keepsOrdinaryTextOfAnyScript() {
        assertThat(Text.line("Grüße, 你好 😀")).isEqualTo("Grüße, 你好 😀");
    }

    @Test
    void replacesControlsAndTextDirections() {
        assertThat(Text.line("a\nb\u001b[31mc\u202ed\u2028e\ud800f")).isEqualTo("a b [31mc d e f");
    }

    @Test
    void cutsLongTextBetweenCharacters() {
        assertThat(Text.line("😀".repeat(300))).isEqualTo("😀".repeat(300));
        assertThat(Text.line("😀".repeat(301))).isEqualTo("😀".repeat(299) + "…");
    }
}
