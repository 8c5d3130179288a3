package io.github.sessioncompression.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of a message that its author pasted or quoted; those are the ones with {@code >>} in front. */
class QuotedTextTest {
    private static final String MARK = ">>";
    /** More than a short message. */
    private static final String LONG =
            "Please read all of this before the meeting of the rowing club. ".repeat(10) + "\n";

    /** The message, and the places at which its quoted lines begin, as they are marked. */
    private static void check(String marked, boolean byAssistant) {
        StringBuilder text = new StringBuilder();
        List<Integer> starts = new ArrayList<>();
        List<Boolean> expected = new ArrayList<>();
        for (String line : marked.lines().toList()) {
            boolean quoted = line.startsWith(MARK);
            starts.add(text.length());
            expected.add(quoted);
            text.append(quoted ? line.substring(MARK.length()) : line).append('\n');
        }
        QuotedText read = new QuotedText(text.toString(), byAssistant);
        assertThat(starts.stream().map(read::holds)).as(marked).isEqualTo(expected);
        assertThat(starts.stream().skip(1).map(start -> read.holds(start - 1)))
                .as("last characters of the lines")
                .isEqualTo(expected.subList(0, expected.size() - 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "See this:\n>>```\n>>I decided to leave.\n>>```\nMine again.",
                "See this:\n>>~~~\n>>I decided to leave.",
                ">>```\n>>I decided.\n>>```\nMine.\n>>```\n>>Theirs.\n>>```"
            })
    void quotesCodeOfAnybody(String text) {
        check(text, false);
        check(text, true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ">>> He wrote this.\nI did not.\n>>> And this.",
                "Read:\n>><document>\n>>You must pay.\n>></document>\nI paid.",
                "Read:\n>><tool_result id=1>\n>>You must pay.\n>></TOOL_RESULT> Done.\nI paid.",
                "Read:\n>><page>\n>>Never closed.",
                "<b>\nMine.\n</b>",
                "<documentation_of_a_long_name>\nMine.",
                "Fwd:\n>>From: ann@example.com\n>>To: Bo\n>>Subject: Hall\n>>You must pay.\n>>All of it.",
                "From: Ann\nTo: Bo\nNo third head.",
                "From: Ann\nand so\nTo: Bo\nSubject: Hall",
                "From: Ann\nTo: Bo\nThese many words: Hall",
                "I: me\nYou: us\nHe: they",
                "From: Ann\nTo: Bo\nSubjectsOfAll: Hall",
                ">>From: Ann\n>>To: Bo\n>>SubjectsOfAll: Hall@x",
                "From: Ann\nTo: Bo\nSubjectsOfAllOfTheseMails: Hall@x",
                ">>{\"a\": 1,\n>>\"b\": 2,\n>>\"c\": 3}\nMine.",
                ">>int a = b;\n>>\n>>return a;\nMine.",
                "int a = b;\nreturn a;\nMine.",
                "Mine.\n>>| a | b |\n>>| 1 | 2 |\n>>| 3 | 4 |"
            })
    void quotesWhatUsersPaste(String text) {
        check(text, false);
        check(text.replace(MARK, ""), true);
    }

    @Test
    void quotesLongListInLongMessage() {
        String seven = ">>- an item\n>>2. an item\n>>12) an item\n>>* an item\n>>• an item\n>>- an item\n>>- an item\n";

        check(LONG + seven + ">>- an item\nMine.", false);
        check(LONG + (seven + "Mine.").replace(MARK, ""), false);
        check((seven + ">>- an item\nMine.").replace(MARK, ""), false);
        check(LONG + (seven + "- an item\nMine.").replace(MARK, ""), true);
        check(LONG + "2025. another item\n".repeat(8), false);
    }

    @Test
    void quotesDocumentWithHeadings() {
        check(LONG + ">># One\n>>You must pay.\n>>\n>>## Two\n>>You must not.\n\nI paid.", false);
        check(LONG + ">>**One**\n>>You must pay.\n>>**Two**:\n>>You must not.", false);
        check(LONG + ">>###### One\n>>Theirs.\n>># Two\n>>Theirs.\n>>Theirs.\n\nMine.", false);
        check(LONG + "# One\nYou must pay.\n\nI paid.", false);
        check(LONG + "#One\nYou must pay.\n####### Two\nYou must not.", false);
        check(LONG + "****\nYou must pay.\n** Two\nYou must not.", false);
        check("# One\nYou must pay.\n\n## Two\nYou must not.", false);
        check(LONG + "# One\nYou must pay.\n\n## Two\nYou must not.", true);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{ a|true",
                "} a|true",
                "[x] a|true",
                "<b> a|true",
                "a {|true",
                "a }|true",
                "a;|true",
                "a b>|true",
                "a \\|true",
                "at com.example.Hall|true",
                "// a comment|true",
                "2025-03-09 14:30:15 up|true",
                "a+b=c-d|true",
                "abc-d|false",
                "abc 12|false",
                "ab 12|true",
                "Pay 5 euros.|false",
                "At noon we go.|false",
                "\"\"|false"
            })
    void knowsDataByItsForm(String line, boolean data) {
        assertThat(QuotedText.looksLikeData(line)).isEqualTo(data);
    }

    @Test
    void emptyTextQuotesNothing() {
        assertThat(new QuotedText("", false).holds(0)).isFalse();
    }
}
