package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Sentence;
import org.junit.jupiter.api.Test;

class VocabularyTest {
    private static final Languages LANGUAGES = Languages.shared();
    private static final LanguageProfile ENGLISH =
            LANGUAGES.detect("the cat is on the roof and it will not come down", LANGUAGES.unknown());

    private final Vocabulary vocabulary = new Vocabulary();

    private int[][] read(String text) {
        return vocabulary.read(
                text, ENGLISH, Sentence.split(text, ENGLISH).get(0).words());
    }

    @Test
    void givesTheFormsOfOneWordOneNumber() {
        int[][] one = read("The kayak leaks");
        int[][] two = read("my kayaks leaked");

        assertThat(one[0]).as("grammar").isEmpty();
        assertThat(one[1]).hasSize(1).isEqualTo(two[1]);
        assertThat(vocabulary.occurrences(one[1][0])).isEqualTo(2);
        assertThat(vocabulary.size()).isEqualTo(2);
    }

    @Test
    void knowsATextsTermsWithoutCountingThem() {
        int term = read("The kayak leaks")[1][0];

        assertThat(vocabulary.known(ENGLISH, "kayaks and cellos")).containsExactly(term);
        assertThat(vocabulary.occurrences(term)).isEqualTo(1);
    }

    @Test
    void numbersATermForEachSpeaker() {
        int ann = vocabulary.spoken("Ann", 0);

        assertThat(vocabulary.spoken("Bob", 0)).isNotEqualTo(ann);
        assertThat(vocabulary.spoken("Ann", 0)).isEqualTo(ann);
        assertThat(vocabulary.spokenSize()).isEqualTo(2);
    }
}
