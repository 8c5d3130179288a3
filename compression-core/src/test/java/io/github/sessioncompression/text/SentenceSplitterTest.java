package io.github.sessioncompression.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

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
}
