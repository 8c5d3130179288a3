package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LanguagesTest {
    private static final Languages LANGUAGES = Languages.shared();

    @Test
    void keepsTheUsualLanguageWhereATextSaysTooLittle() {
        LanguageProfile german =
                LANGUAGES.detect("der Hund ist im Garten und will nicht ins Haus", LANGUAGES.unknown());

        assertThat(LANGUAGES.detect("ok 42", german)).isSameAs(german);
        assertThat(LANGUAGES.detect("", german)).isSameAs(german);
    }

    @Test
    void stemsTermsAsTheirLanguageDoesAndSaysWhereTheyStand() {
        LanguageProfile english = LANGUAGES.detect("the cat is on the roof and it will not", LANGUAGES.unknown());
        List<String> terms = new ArrayList<>();

        LANGUAGES.terms(english, "two kayaks", (term, start, end) -> terms.add(term + "@" + start + "-" + end));

        assertThat(terms).containsExactly("two@0-3", "kayak@4-10");
    }

    @Test
    void knowsCuesAndWhatWordsDo() {
        LanguageProfile english = LANGUAGES.detect("the cat is on the roof and it will not", LANGUAGES.unknown());
        List<Word> words =
                SentenceWords.split("Actually we did not agree.").get(0).words();

        assertThat(english.hasCue("correction", words, 0, words.size())).isTrue();
        assertThat(english.hasCue("correction", words, 1, words.size())).isFalse();
        assertThat(english.hasCue("no such cue", words, 0, words.size())).isFalse();
        assertThat(english.use("not").isNegation()).isTrue();
        assertThat(english.use("agree").isNegation()).isFalse();
    }

    @Test
    void tellsLanguagesApart() {
        Languages languages = Languages.shared();
        LanguageProfile none = languages.unknown();

        assertThat(languages
                        .detect("the cat is on the roof and it will not come down", none)
                        .code())
                .isEqualTo("en");
        assertThat(languages
                        .detect("der Hund ist im Garten und will nicht ins Haus", none)
                        .code())
                .isEqualTo("de");
        assertThat(languages
                        .detect("el perro está en el jardín y no quiere entrar", none)
                        .code())
                .isEqualTo("es");
        assertThat(languages.detect("собака в саду", none).code()).isEqualTo("ru");
        assertThat(languages.detect("犬は庭にいます", none).code()).isEqualTo("ja");
        assertThat(languages.detect("kwk zzt", none).code()).isEqualTo("und");
    }
}
