package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words of ten languages. */
class LanguageProfileTest {
    private static LanguageProfile profile(String code) {
        return Languages.shared().profile(code);
    }

    @ParameterizedTest
    @CsvSource({
        "en, March, 3, twelve, 12, I, not, the",
        "de, März, 3, zwölf, 12, ich, nicht, das",
        "fr, mars, 3, douze, 12, je, pas, le",
        "es, marzo, 3, doce, 12, yo, no, el",
        "it, marzo, 3, dodici, 12, io, non, il",
        "pt, março, 3, doze, 12, eu, não, o",
        "nl, maart, 3, twaalf, 12, ik, niet, de",
        "ru, марта, 3, десять, 10, я, не, и",
        "zh, may, 0, 十, 10, 我, 不, 的",
        "ja, may, 0, 十, 10, 私, ない, あなた"
    })
    void knowsWordsOfTenLanguages(
            String code, String monthName, int month, String numberWord, int number, String i, String not, String the) {
        LanguageProfile profile = profile(code);

        assertThat(profile.code()).isEqualTo(code);
        assertThat(profile.month(monthName)).isEqualTo(month);
        assertThat(profile.month("xyz")).isZero();
        assertThat(profile.number(numberWord)).isEqualTo(number);
        assertThat(profile.number("xyz")).isEqualTo(-1);
        assertThat(profile.is(WordKind.FIRST, i.toLowerCase(Locale.ROOT))).isTrue();
        assertThat(profile.is(WordKind.FIRST, the)).isFalse();
        assertThat(profile.is(WordKind.NEGATION, not)).isTrue();
        assertThat(profile.is(WordKind.NEGATION, the)).isFalse();
        assertThat(profile.isStop(the)).isTrue();
        assertThat(profile.isStop("xyz")).isFalse();
        assertThat(profile.isUnspaced()).isEqualTo(code.equals("zh") || code.equals("ja"));
    }

    @Test
    void hasWordsBesideValues() {
        assertThat(profile("de").has("clock", "Uhr")).isTrue();
        assertThat(profile("en").has("clock", "PM")).isTrue();
        assertThat(profile("en").has("clock", "mill")).isFalse();
        assertThat(profile("en").has("extension", "java")).isTrue();
        assertThat(profile("en").has("mill", "java")).isFalse();
    }

    @Test
    void everydayWordsAndWordsOfTimeAreNoGrammar() {
        LanguageProfile english = profile("en");

        assertThat(english.isLight("getting")).isTrue();
        assertThat(english.isLight("boat")).isFalse();
        assertThat(english.isStop("getting")).isFalse();
        assertThat(english.isStop("today")).isFalse();
        assertThat(english.is(WordKind.TIME, "today")).isTrue();
    }

    @Test
    void findsKindInsideRunWithoutSpaces() {
        assertThat(profile("zh").is(WordKind.NEGATION, "我不去")).isTrue();
        assertThat(profile("zh").is(WordKind.NEGATION, "我去")).isFalse();
        assertThat(profile("en").is(WordKind.NEGATION, "knot")).isFalse();
        assertThat(profile("en").is(WordKind.NEGATION, "needn't")).isTrue();
        assertThat(profile("en").is(WordKind.FIRST, "needn't")).isFalse();
    }

    @Test
    void capitalMarksNoNameInGerman() {
        assertThat(profile("de").namesHaveCapitals()).isFalse();
        assertThat(profile("en").namesHaveCapitals()).isTrue();
        assertThat(profile("de").hasOrdinalStops()).isTrue();
        assertThat(profile("en").hasOrdinalStops()).isFalse();
    }
}
