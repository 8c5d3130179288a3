package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "le chien est dans le jardin et il ne veut pas rentrer | fr",
                "il cane è nel giardino e non vuole entrare con gli altri | it",
                "o cão está no jardim e não quer entrar com os outros | pt",
                "de hond is in de tuin en hij wil niet naar het huis | nl",
                "hunden är i trädgården och den vill inte gå till huset | sv",
                "개가 정원에 있다 | ko",
                "狗在花园里 | zh",
                "الكلب في الحديقة | ar",
                "कुत्ता बगीचे में है | hi",
                "ο σκύλος είναι στον κήπο | el",
                "¿señor? ¡mañana! | es",
                "řěž ůh | cs",
                "the dog 在 here and it is not there | en",
                "'' | und",
                "123 | und"
            })
    void tellsLanguageFromWordsAndScript(String text, String code) {
        assertThat(LANGUAGES.detect(text, LANGUAGES.unknown()).code()).isEqualTo(code);
    }

    @Test
    void shortIdeographsAreOfTheLanguageBefore() {
        LanguageProfile japanese = LANGUAGES.profile("ja");

        assertThat(LANGUAGES.detect("東京都中央区日本", japanese).code()).isEqualTo("ja");
        assertThat(LANGUAGES.detect("東京都中央区日本橋", japanese).code()).isEqualTo("zh");
        assertThat(LANGUAGES.detect("東京", LANGUAGES.profile("en")).code()).isEqualTo("zh");
    }

    @Test
    void languageChangesOnlyForThreeWordsMore() {
        LanguageProfile german = LANGUAGES.profile("de");

        assertThat(LANGUAGES.detect("the dog is", german).code()).isEqualTo("de");
        assertThat(LANGUAGES.detect("the dog is not here", german).code()).isEqualTo("en");
        assertThat(LANGUAGES.detect("das ist nicht the dog is not here", german).code())
                .isEqualTo("de");
    }

    @Test
    void contentTermsLeaveGrammarOut() {
        assertThat(LANGUAGES.contentTerms(LANGUAGES.profile("en"), "The kayaks and THE boats of kayaks"))
                .containsExactly("kayak", "boat");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en | two kayaks | two kayak",
                "zh | 狗在 | 狗 狗在 在",
                "ja | 犬は | 犬 犬は",
                "en | API를 | api 를",
                "und | two kayaks | two kayaks"
            })
    void searchTermsHaveEachCharacterAndPair(String language, String text, String terms) {
        List<String> found = new ArrayList<>();
        LANGUAGES.searchTerms(LANGUAGES.profile(language), text, (term, start, end) -> found.add(term));

        assertThat(String.join(" ", found)).isEqualTo(terms);
    }
}
