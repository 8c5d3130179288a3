package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SentenceSplitterTest {
    private static List<String> split(String language, String text) {
        LanguageProfile profile = Languages.shared()
                .detect(language + " " + text, Languages.shared().unknown());
        return SentenceSplitter.split(text, profile).stream()
                .map(each -> each.in(text))
                .toList();
    }

    private static List<String> english(String text) {
        return split("this is the language of what they have said and it was in the house", text);
    }

    private static List<String> german(String text) {
        return split("das ist die Sprache und sie haben es nicht mit dem Haus auf der Straße", text);
    }

    @Test
    void endsAtMarksBeforeSpace() {
        assertThat(english("It rains. Does it? Yes! We stay"))
                .containsExactly("It rains.", "Does it?", "Yes!", "We stay");
    }

    @Test
    void keepsAbbreviationsTogether() {
        assertThat(english("Ask Dr. Miller about No. 5, e.g. by mail. He knows."))
                .containsExactly("Ask Dr. Miller about No. 5, e.g. by mail.", "He knows.");
        assertThat(german("Am 3. Mai kommt Dr. Weber, z. B. mit dem Zug. Er bleibt."))
                .containsExactly("Am 3. Mai kommt Dr. Weber, z. B. mit dem Zug.", "Er bleibt.");
    }

    @Test
    void keepsDecimalsVersionsAndAddressesTogether() {
        assertThat(english("It costs 3.50 EUR in 2.1.0. See https://a.example/b.c?d=1 or x.y@z.example. Done."))
                .containsExactly(
                        "It costs 3.50 EUR in 2.1.0.", "See https://a.example/b.c?d=1 or x.y@z.example.", "Done.");
    }

    @Test
    void leavesListMarksOut() {
        assertThat(english("Bring:\n- two ropes\n* a lamp\n3. the map\n4) water\n> no tent"))
                .containsExactly("Bring:", "two ropes", "a lamp", "the map", "water", "no tent");
    }

    @Test
    void takesLinesOfCodeOneByOne() {
        assertThat(english("int a = b.c();\nreturn a.d(1.5);")).containsExactly("int a = b.c();", "return a.d(1.5);");
    }

    @Test
    void takesRowOfTableWhole() {
        assertThat(english("| Ampreg 30 Std. | ask us. Soon? | 100:26 |\nNext. Line."))
                .containsExactly("Ampreg 30 Std. | ask us. Soon? | 100:26 |", "Next.", "Line.");
    }

    @Test
    void dividesLongSentenceAtClauseMark() {
        String clause = "the pump in the hall was checked by the two men of the night shift and found to be dry";
        String text = clause + "; " + clause + ", " + clause + "; " + clause + ", " + clause + ", " + clause + ".";

        List<String> parts = english(text);

        assertThat(parts).hasSizeGreaterThan(1).allSatisfy(part -> {
            assertThat(part.length()).isLessThanOrEqualTo(Sentence.MAX_CHARS + clause.length());
            assertThat(part).startsWith("the pump").matches(".*[;,.]");
        });
        assertThat(String.join(" ", parts)).isEqualTo(text);
    }

    @Test
    void leavesOutLongSentenceWithoutClauseMark() {
        assertThat(english("It rains. " + "One word after the other" + " and the other".repeat(40)
                        + " ends. Then it stops."))
                .containsExactly("It rains.", "Then it stops.");
    }

    @Test
    void endsAtWideMarksWithoutSpace() {
        assertThat(split("", "今天下雨。你来吗？我在家！")).containsExactly("今天下雨。", "你来吗？", "我在家！");
    }

    /** Two strokes are where one sentence ends. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "en | J. Smith is here.//He came by bus.",
                "en | We left early. then slept.",
                "en | we left early.//then slept.",
                "en | It was 12.//Then it was 13.",
                "en | The answer is no.//We go.",
                "en | Wait…//Go?!//Yes…//Fine",
                "en | He said \"Go.\"//She went.",
                "en | (It rains.)//Good.//«Yes.»",
                "en | At 5 p.m. today.//At 6 p.m.",
                "de | Am 12. Mai.//Am 123.//Dann nicht.",
                "de | Herr Dr. Weber bzw. Frau Prof. Roth.//Gut.",
                "fr | M. Dupont est là, réf. 12.//Mme. Roy aussi.",
                "es | El Sr. Gil vive en la Av. Sol.//Vale.",
                "it | Il sig. Rossi abita in p.za Roma.//Bene.",
                "pt | O Sr. Gil mora na Av. Sol.//Bem.",
                "nl | Dhr. Bos komt bijv. morgen.//Goed.",
                "ru | Он живёт на ул. Мира, д. 5.//Да.",
                "zh | 今天下雨。//你来吗？//「我在家！」//好",
                "ja | 雨です。//来ますか？//はい、行きます。"
            })
    void endsSentences(String language, String marked) {
        String text = marked.replace("//", language.matches("zh|ja") ? "" : " ");

        assertThat(SentenceSplitter.split(text, Languages.shared().profile(language)).stream()
                        .map(each -> each.in(text)))
                .containsExactly(marked.split("//"));
    }

    /** The slash is behind the mark of a list's item. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "- /a lamp",
                "-- /a lamp",
                "12) /a lamp",
                "3. /map",
                "• /a lamp",
                "/-5 degrees",
                "/123) a lamp",
                "/3.map of it",
                "/3. Mai ist gut",
                "/3"
            })
    void knowsMarksOfLists(String marked) {
        int slash = marked.indexOf('/');
        String text = marked.replace("/", "");

        assertThat(SentenceSplitter.split(text, Languages.shared().profile("de")))
                .singleElement()
                .satisfies(sentence -> assertThat(sentence.start()).isEqualTo(slash));
    }

    @Test
    void sentenceHasItsWordsAndMarks() {
        String text = "Ann, said: \"Old Mill\" is it?! Yes";
        List<Sentence> read = SentenceSplitter.split(text, Languages.shared().profile("en"));

        assertThat(read.get(0).words().stream()
                        .map(word -> word.surface()
                                + (word.after() == 0 ? "" : word.after())
                                + (word.quoted() ? "\"" : "")
                                + (word.isProper() ? "!" : "")))
                .containsExactly("Ann,", "said:", "Old\"!", "Mill\"!", "is", "it?");
        assertThat(read.get(0).words())
                .allSatisfy(word ->
                        assertThat(text.substring(word.start(), word.end())).isEqualTo(word.surface()))
                .extracting(Word::first)
                .containsExactly(true, false, false, false, false, false);
        assertThat(read.stream().map(Sentence::mark)).containsExactly('?', (char) 0);
        assertThat(read.stream().map(Sentence::isQuestion)).containsExactly(true, false);
    }

    @Test
    void sentenceBeginsBehindLabel() {
        String text = "User: we go. Fine.";
        Sentence sentence =
                SentenceSplitter.split(text, Languages.shared().profile("en")).get(0);

        assertThat(sentence.from(5).in(text)).isEqualTo("we go.");
        assertThat(sentence.from(5).words()).hasSize(2);
        assertThat(sentence.from(12).words()).isEmpty();
        assertThat(sentence.from(12).in(text)).isEmpty();
    }

    @Test
    void readsPartOfText() {
        String text = "It rains. We stay. They go.";

        assertThat(SentenceSplitter.split(text, 9, 18, Languages.shared().profile("en")).stream()
                        .map(each -> each.in(text)))
                .containsExactly("We stay.");
    }

    @Test
    void leavesOutWhatIsNoLanguage() {
        String address = "https://a.example/" + "b".repeat(200);

        assertThat(english("It rains. See " + "b".repeat(121) + " here. We stay."))
                .containsExactly("It rains.", "We stay.");
        assertThat(english("See " + "b".repeat(120) + ".")).hasSize(1);
        assertThat(english("See " + address + " here. We stay.")).hasSize(2);
        assertThat(english("See " + address + "b".repeat(100) + " here. We stay."))
                .hasSize(1);
        assertThat(english("...\n* * *\n?")).isEmpty();
    }

    @Test
    void valuesAndNamesAreKnownByTheirForm() {
        List<Word> words = SentenceSplitter.split(
                        "IBM and Ann sent a@b.c in 2025 and x9.",
                        Languages.shared().profile("en"))
                .get(0)
                .words();

        assertThat(words.stream().filter(Word::isValue).map(Word::lower)).containsExactly("a@b.c", "2025", "x9");
        assertThat(words.stream().filter(Word::isProper).map(Word::lower)).containsExactly("ibm", "ann");
    }
}
