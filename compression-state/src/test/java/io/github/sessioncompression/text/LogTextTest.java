package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogTextTest {
    @Test
    void fitsIdIntoOneLine() {
        assertThat(LogText.name("user-42")).isEqualTo("user-42");
        assertThat(LogText.name("evil\n2026-11-26 ERROR forged")).isEqualTo("evil?2026-11-26 ERROR forged");
        assertThat(LogText.name("u".repeat(500))).hasSize(100);
    }

    @Test
    void replacesEveryCharacterThatBreaksLineOrControlsTerminal() {
        assertThat(LogText.name("a\u0085b\u2028c\u2029d\u009Be")).isEqualTo("a?b?c?d?e");
    }

    @Test
    void cutsText() {
        assertThat(LogText.cut("a\tbc", 3)).isEqualTo("a?b");
        assertThat(LogText.cut("ab", 3)).isEqualTo("ab");
    }
}
