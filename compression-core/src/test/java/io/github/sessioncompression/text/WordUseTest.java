package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WordUseTest {
    private static final Map<String, String> TEXTS = Map.of(
            "en", "I don't think she'll never come on Tuesday, but we might; thanks!",
            "de", "Ich komme am Dienstag nicht, aber vielleicht morgen, danke.",
            "fr", "Je ne viens pas mardi, mais peut-être demain.",
            "es", "No puedo ir el martes, pero quizás mañana.",
            "it", "Non posso venire martedì, ma forse domani.",
            "nl", "Ik kan dinsdag niet komen, maar misschien morgen.",
            "pt", "Não posso ir na terça, mas talvez amanhã.",
            "ru", "Я не могу прийти во вторник, но, может быть, завтра.",
            "zh", "我明天不能来，但是后天可以。",
            "ja", "明日は行けませんが、明後日は行けます。");

    @Test
    void isOfTheLanguageThatIsAskedAndNotOfTheOneTheTextWasSplitIn() {
        TEXTS.forEach((code, text) -> {
            LanguageProfile language = Languages.shared().profile(code);
            for (SentenceWords sentence : SentenceWords.split(text, language)) {
                for (Word word : sentence.words()) {
                    for (LanguageProfile asked : Languages.shared().all()) {
                        assertThat(does(asked.use(word)))
                                .as("%s in %s", word.lower(), asked.code())
                                .isEqualTo(does(asked.use(word.lower())));
                    }
                }
            }
        });
    }

    @Test
    void looksForWhatStandsInsideARunOfWords() {
        LanguageProfile chinese = Languages.shared().profile("zh");
        Word run = SentenceWords.split("我明天不能来", chinese).get(0).words().get(0);
        assertThat(chinese.use(run).isNegation()).isTrue();
        assertThat(chinese.use(run).isTime()).isTrue();
        assertThat(chinese.use(run).isPleased()).isFalse();
    }

    @Test
    void isTheSameForTheSameWordOfALanguage() {
        TEXTS.forEach((code, text) -> {
            LanguageProfile language = Languages.shared().profile(code);
            assertThat(SentenceWords.split(text, language)).isEqualTo(SentenceWords.split(text, language));
        });
    }

    @Test
    void knowsAnEnglishNotInShortOfAnyWord() {
        LanguageProfile english = Languages.shared().profile("en");
        assertThat(english.use("blorbn't").isNegation()).isTrue();
        assertThat(english.use("blorb").isNegation()).isFalse();
    }

    @Test
    void isLookedUpForAWordThatNoTextWasSplitInto() {
        LanguageProfile english = Languages.shared().profile("en");
        assertThat(english.use(Word.of("Never", 0, 5, (char) 0, false, true)).isNegation())
                .isTrue();
    }

    private static List<Boolean> does(WordUse use) {
        return List.of(
                use.isStop(),
                use.isFirstPerson(),
                use.isSecondPerson(),
                use.isThirdPerson(),
                use.isNegation(),
                use.isModal(),
                use.isTime(),
                use.isLight(),
                use.isBinding(),
                use.isConjunction(),
                use.isPreposition(),
                use.isDeterminer(),
                use.opensPhrase(),
                use.leadsOn());
    }
}
