package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SentenceWordsTest {
    private static final Languages LANGUAGES = Languages.shared();
    private static final LanguageProfile ENGLISH =
            LANGUAGES.detect("the cat is on the roof and it will not come down", LANGUAGES.unknown());

    private static List<String> words(SentenceWords sentence) {
        return sentence.words().stream().map(Word::surface).toList();
    }

    @Test
    void endsSentencesAtMarksAndLineBreaksButNotAtAbbreviations() {
        List<SentenceWords> sentences = SentenceWords.split("Dr. Weiss called. When?\nAt 3.50 today! [laughs aloud]");

        assertThat(sentences)
                .extracting(SentenceWordsTest::words)
                .containsExactly(
                        List.of("Dr", "Weiss", "called"),
                        List.of("When"),
                        List.of("At", "3.50", "today"),
                        List.of("laughs", "aloud"));
        assertThat(sentences).extracting(SentenceWords::end).containsSubsequence('.', '?', '!');
        assertThat(sentences).extracting(SentenceWords::aside).containsExactly(false, false, false, true);
    }

    @Test
    void leavesOutWhatIsTooLongToBeAWord() {
        assertThat(SentenceWords.split("a " + "x".repeat(121) + " b"))
                .extracting(SentenceWordsTest::words)
                .containsExactly(List.of("a", "b"));
        assertThat(SentenceWords.split("x".repeat(120))).hasSize(1);
        assertThat(SentenceWords.split("word ".repeat(81)))
                .extracting(sentence -> sentence.words().size())
                .containsExactly(40, 40, 1);
    }

    @Test
    void saysWhereEachWordStands() {
        String text = "  \"Blue\" kayak, 40 EUR.";

        for (SentenceWords sentence : SentenceWords.split(text)) {
            for (Word word : sentence.words()) {
                assertThat(text.substring(word.start(), word.end())).isEqualTo(word.surface());
            }
        }
    }

    @Test
    void cutsClausesThatTogetherAreTheSentence() {
        SentenceWords sentence = SentenceWords.split("I sold the red kayak in spring, and she bought a cello.")
                .get(0);

        List<SentenceWords.Clause> clauses = sentence.clauses(ENGLISH);

        assertThat(clauses).hasSizeGreaterThan(1);
        assertThat(clauses.get(0).from()).isZero();
        assertThat(clauses.get(clauses.size() - 1).to())
                .isEqualTo(sentence.words().size());
        for (int i = 1; i < clauses.size(); i++) {
            assertThat(clauses.get(i).from()).isEqualTo(clauses.get(i - 1).to());
        }
        assertThat(clauses.get(clauses.size() - 1).alone()).isTrue();
    }

    @Test
    void neverPartsAConditionFromWhatItLimits() {
        SentenceWords sentence = SentenceWords.split("You may ship the order tomorrow unless the payment fails.")
                .get(0);

        assertThat(sentence.clauses(ENGLISH))
                .allSatisfy(clause ->
                        assertThat(sentence.words().get(clause.from()).lower()).isNotEqualTo("unless"));
    }

    @Test
    void cutsNoVerbFromWhatItNeeds() {
        SentenceWords sentence = SentenceWords.split(
                        "The freeze is on and the receipt page of the old shop belongs to another team.")
                .get(0);

        assertThat(sentence.clauses(ENGLISH)).allSatisfy(clause -> assertThat(
                        sentence.words().get(clause.to() - 1).lower())
                .isNotEqualTo("belongs"));
    }

    @Test
    void keepsSignsOperatorsAndUnits() {
        assertThat(words(SentenceWords.split(
                                "Run rm -rf on ~/notes if pH < 8 and -5 °C, age >= 18, #42 in (C#) costs 75 €, 3 %")
                        .get(0)))
                .containsExactly(
                        "Run", "rm", "-rf", "on", "~/notes", "if", "pH", "<", "8", "and", "-5", "°C", "age", ">=", "18",
                        "#42", "in", "C#", "costs", "75", "€", "3", "%");
        assertThat(words(SentenceWords.split("Key (id)=(4711) exists (see row 3), (re)start (now)")
                        .get(0)))
                .containsExactly("Key", "(id)=(4711)", "exists", "see", "row", "3", "(re)start", "now");
        assertThat(words(SentenceWords.split("gunicorn -k gevent -w 4 app:run | tee -a out.log >> all.log if $x =~ ^a")
                        .get(0)))
                .containsExactly(
                        "gunicorn",
                        "-k",
                        "gevent",
                        "-w",
                        "4",
                        "app:run",
                        "|",
                        "tee",
                        "-a",
                        "out.log",
                        ">>",
                        "all.log",
                        "if",
                        "$x",
                        "=~",
                        "^a");
        assertThat(words(SentenceWords.split("filename* first, *never this*, then path*; **b c** and *d*")
                        .get(0)))
                .containsExactly("filename*", "first", "never", "this", "then", "path*", "b", "c", "and", "d");
        assertThat(words(SentenceWords.split("| a | b |\n").get(0))).containsExactly("a", "b");
        assertThat(words(SentenceWords.split("- **Bold** – and a dash - here\n").get(0)))
                .containsExactly("Bold", "and", "a", "dash", "here");
    }

    @Test
    void endsNoSentenceAtOrdinalsAndShortForms() {
        LanguageProfile german =
                LANGUAGES.detect("der Hund ist im Garten und will nicht ins Haus", LANGUAGES.unknown());

        assertThat(SentenceWords.split(
                        "Am 9. März kostet es max. 60 €, z. B. im Bus. Ich nehme 9. Dann gehe ich.", german))
                .extracting(sentence -> sentence.words().size())
                .containsExactly(12, 3, 3);
    }

    @Test
    void asksInEveryPieceOfALongQuestion() {
        assertThat(SentenceWords.split("word ".repeat(60) + "?")).hasSize(2).allSatisfy(piece -> assertThat(piece.end())
                .isEqualTo('?'));
    }
}
