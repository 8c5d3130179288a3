package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LanguagesTest {
    private static final Languages LANGUAGES = Languages.shared();

    @Test
    void keepsPreviousLanguageForShortText() {
        LanguageProfile german =
                LANGUAGES.detect("der Hund ist im Garten und will nicht ins Haus", LANGUAGES.unknown());

        assertThat(LANGUAGES.detect("ok 42", german)).isSameAs(german);
        assertThat(LANGUAGES.detect("", german)).isSameAs(german);
    }

    @Test
    void stemsTermsByLanguageWithTheirPositions() {
        LanguageProfile english = LANGUAGES.detect("the cat is on the roof and it will not", LANGUAGES.unknown());
        List<String> terms = new ArrayList<>();

        LANGUAGES.terms(english, "two kayaks", (term, start, end) -> terms.add(term + "@" + start + "-" + end));

        assertThat(terms).containsExactly("two@0-3", "kayak@4-10");
    }

    @Test
    void findsCuesAndKindsOfWords() {
        LanguageProfile english = LANGUAGES.profile("en");
        List<Word> words =
                SentenceSplitter.split("We decided to go.", english).get(0).words();
        List<Word> denied = SentenceSplitter.split("We have not decided yet.", english)
                .get(0)
                .words();

        assertThat(english.cues(words)).containsExactly(Cue.DECISION);
        assertThat(english.cues(denied)).isEmpty();
        assertThat(english.is(WordKind.NEGATION, "not")).isTrue();
        assertThat(english.is(WordKind.NEGATION, "agree")).isFalse();
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

    @Test
    void readsBothSpellingsOfRomanian() {
        LanguageProfile romanian = LANGUAGES.profile("ro");

        assertThat(LANGUAGES.contentTerms(romanian, "mașina și rețeta"))
                .hasSize(2)
                .isEqualTo(LANGUAGES.contentTerms(romanian, "maşina şi reţeta"));
        assertThat(LANGUAGES.contentTerms(romanian, "MAȘINA, ȚIGLA"))
                .isEqualTo(LANGUAGES.contentTerms(romanian, "MAŞINA, ŢIGLA"));
    }

    @Test
    void detectsRomanianByCedillas() {
        assertThat(LANGUAGES.detect("Reţeta, preţul", LANGUAGES.unknown()).code())
                .isEqualTo("ro");
        assertThat(LANGUAGES
                        .detect("Şişli, teşekkürler, ağaç", LANGUAGES.unknown())
                        .code())
                .isEqualTo("tr");
    }
}
