package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CodePointsTest {
    @Test
    void keepsTextOfMaximumLength() {
        String rockets = "\uD83D\uDE80".repeat(6);

        assertThat(CodePoints.cut("sixsix", 6)).isEqualTo("sixsix");
        assertThat(CodePoints.cut(rockets, 6)).isEqualTo(rockets);
    }

    @Test
    void keepsTwoThirdsFromTheHeadAndOneFromTheTail() {
        assertThat(CodePoints.cut("abcdefghij", 6)).isEqualTo("abcd\n[... 4 characters left out ...]\nij");
    }

    @Test
    void cleanReturnsSameTextIfClean() {
        String text = "a line\r\n\tand \uD83D\uDE80 another";

        assertThat(CodePoints.clean(text)).isEqualTo(text);
    }

    @Test
    void replacesHalvesOfAPairAlsoAtBothEnds() {
        assertThat(CodePoints.clean("\uDE80 rocket \uD83D")).isEqualTo("\uFFFD rocket \uFFFD");
        assertThat(CodePoints.clean("\uD83D")).isEqualTo("\uFFFD");
        assertThat(CodePoints.clean("\uDE80\uD83D")).isEqualTo("\uFFFD\uFFFD");
    }

    @Test
    void turnsControlCharactersIntoSpaces() {
        assertThat(CodePoints.clean("a\u0000b\u001bc\u0085d")).isEqualTo("a b c d");
    }
}
