package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogTest {
    @Test
    void namesAndSentencesOfOthersFitInALine() {
        assertThat(Log.name("a model")).isEqualTo("a model");
        assertThat(Log.name("m".repeat(101))).isEqualTo("m".repeat(100));
        assertThat(Log.sentence("s".repeat(401))).isEqualTo("s".repeat(400));
        assertThat(Log.name("two\nlines\u0007")).isEqualTo("two?lines?");
    }
}
