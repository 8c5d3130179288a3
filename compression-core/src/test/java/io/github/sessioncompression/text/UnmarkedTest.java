package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ResourceLines;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnmarkedTest {
    private static boolean asks(String text, String language) {
        LanguageProfile profile = Languages.shared().ofCode(language);
        return SentenceWords.said(text, profile).get(0).end() == '?';
    }

    private static boolean asksAnywhere(String text) {
        LanguageProfile profile = Languages.shared().ofCode("en");
        return SentenceWords.said(text, profile).stream().anyMatch(sentence -> sentence.end() == '?');
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "fr", "es", "it", "nl", "pt", "ru", "zh", "ja"})
    void tellsWhatAsksWithoutItsMark(String language) throws IOException {
        List<String> lines = ResourceLines.of(UnmarkedTest.class, "unmarked/" + language + ".txt");

        assertThat(lines).hasSizeGreaterThanOrEqualTo(20);
        assertThat(lines).allSatisfy(line -> {
            String[] parts = line.split(" \\| ", 2);
            assertThat(asks(parts[1], language)).as(line).isEqualTo(parts[0].equals("asks"));
        });
    }

    @Test
    void aNoteThatAsksHasItsMark() {
        LanguageProfile english = Languages.shared().ofCode("en");

        assertThat(SentenceWords.split("who writes the postmortem", english)
                        .get(0)
                        .end())
                .isEqualTo('.');
    }

    @Test
    void whatEndsWithAStopSays() {
        assertThat(asks("Who dares wins.", "en")).isFalse();
        assertThat(asks("who's on call\nBen is", "en")).isTrue();
    }

    @Test
    void whatIsLongOrAListIsNotTypedInAHurry() {
        assertThat(asksAnywhere("Before you leave:\n- who waters the plants")).isFalse();
        assertThat(asksAnywhere("1. who waters the plants\n2. who feeds the cat"))
                .isFalse();
        assertThat(asksAnywhere("> who waters the plants")).isFalse();
        assertThat(asksAnywhere("The notes of today. ".repeat(20) + "\nwho waters the plants"))
                .isFalse();
    }
}
