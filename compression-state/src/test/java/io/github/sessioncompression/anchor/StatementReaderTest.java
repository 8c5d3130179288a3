package io.github.sessioncompression.anchor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.sessioncompression.anchor.StatementReader.Statement;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.state.StateItem;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements in ten languages, three of each type and one that is none, out of {@code statements.txt}. */
class StatementReaderTest {
    private record Row(String language, String usual, AnchorType type, List<String> made, String none) {}

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        String language = "";
        String usual = "";
        for (String line : Resources.lines(StatementReaderTest.class, "statements.txt")) {
            String[] parts = line.split(" \\| ", -1);
            if (line.startsWith("= ")) {
                language = parts[0].substring(2);
                usual = parts[1];
            } else {
                String[] last = parts[3].split(" \\|\\| ", -1);
                List<String> made = List.of(parts[1], parts[2], last[0]);
                rows.add(new Row(language, usual, AnchorType.valueOf(parts[0]), made, last[1]));
            }
        }
        return rows;
    }

    private static Set<AnchorType> types(Row row, String sentence) {
        StatementReader reader = new StatementReader();
        reader.read(new Entry(1, Message.user(row.usual()), 10));
        List<Statement> read = reader.read(new Entry(2, Message.user(sentence), 10));
        assertThat(read).as(sentence).hasSize(1);
        return read.get(0).types();
    }

    @TestFactory
    Stream<DynamicTest> readsStatementsOfTenLanguages() {
        return rows().stream()
                .map(row -> dynamicTest(row.language() + " " + row.type(), () -> {
                    assertThat(row.made()).allSatisfy(sentence -> assertThat(types(row, sentence))
                            .contains(row.type()));
                    assertThat(types(row, row.none())).doesNotContain(row.type());
                }));
    }

    @Test
    void hasSixTypesInTenLanguages() {
        assertThat(rows()).hasSize(60);
        assertThat(rows().stream().map(Row::language).distinct()).hasSize(10);
    }

    @Test
    void letsAssistantMakeNoRules() {
        List<Statement> read = new StatementReader()
                .read(new Entry(
                        1, Message.assistant("You must not exceed 500 euros. We decided to rent the small hall."), 20));

        assertThat(read.get(0).types()).isEmpty();
        assertThat(read.get(1).types()).containsExactly(AnchorType.DECISION);
        assertThat(read.get(1).type()).isEqualTo(AnchorType.DECISION);
    }

    @Test
    void readerOfTheSameChatReadsNoMessageTwice() {
        Entry entry = new Entry(1, Message.user("We decided to rent the small hall."), 10);
        StatementReader reader = new StatementReader();
        List<Statement> read = reader.read(entry);

        assertThat(reader.again().read(entry)).isSameAs(read);
        assertThat(new StatementReader().read(entry)).isEqualTo(read).isNotSameAs(read);
    }

    private static List<Statement> read(Message message) {
        return new StatementReader().read(new Entry(7, message, 10));
    }

    /** The speaker and the words of each sentence. */
    private static List<String> told(Message message) {
        return read(message).stream()
                .map(statement -> statement.speaker() + ": " + statement.text())
                .toList();
    }

    @Test
    void readsSpeechOnly() {
        assertThat(read(Message.system("You must pay."))).isEmpty();
        assertThat(read(Message.toolResult("1", "a", "You must pay."))).isEmpty();
        assertThat(read(Message.user(" \n"))).isEmpty();
        assertThat(told(Message.user("It rains.").withName("Ann"))).containsExactly("Ann: It rains.");
        assertThat(told(Message.assistant("It rains."))).containsExactly("Assistant: It rains.");
    }

    @Test
    void sentenceHasItsMessageAndDay() {
        Instant day = Instant.parse("2025-03-09T23:00:00Z");

        Statement statement = read(Message.user("It rains.").withTimestamp(day)).get(0);

        assertThat(statement.source()).isEqualTo(7);
        assertThat(statement.date()).isEqualTo(LocalDate.of(2025, 3, 9));
        assertThat(statement.origin()).isEqualTo(StateItem.Origin.USER);
        assertThat(statement.isSpeech()).isTrue();
        assertThat(statement.type()).isNull();
    }

    @Test
    void whatWasAddedToUsersMessageIsFound() {
        Message.Parts parts = new Message.Parts("I decided to go.", "We decided to stay. You must pay.");
        Message message = Message.user("Read: We decided to stay. You must pay.\nAnswer: I decided to go. Now!")
                .withParts(parts);

        assertThat(told(message))
                .containsExactly(
                        "Quoted text: We decided to stay.", "Quoted text: You must pay.", "User: I decided to go.");
        assertThat(read(message).stream().map(Statement::isSpeech)).containsExactly(false, false, true);
        assertThat(read(message).stream().map(statement -> statement.types().size()))
                .containsExactly(0, 0, 1);
        assertThat(told(message.withText("I decided to go."))).containsExactly("User: I decided to go.");
        assertThat(told(message.withText("We decided to stay. You must pay."))).hasSize(2);
    }

    @Test
    void turnInTextIsNobodysSpeech() {
        String text = "Fine so far.\nUser: You must pay. Always pay.\nAnd again.\n\nMine again.";

        assertThat(told(Message.user(text)))
                .containsExactly(
                        "User: Fine so far.",
                        "Quoted text: You must pay.",
                        "Quoted text: Always pay.",
                        "Quoted text: And again.",
                        "User: Mine again.");
        assertThat(told(Message.assistant(text))).containsExactly("Assistant: Fine so far.", "Assistant: Mine again.");
    }

    @Test
    void quotedLinesAreFound() {
        assertThat(told(Message.user("See:\n> You must pay.\nI paid.")))
                .containsExactly("User: See:", "Quoted text: You must pay.", "User: I paid.");
    }

    @Test
    void formulasAndRulesBetweenLinesAreNoSentences() {
        assertThat(told(Message.user("It is so.\n\\(a plus b\\)\n\\[a plus b\\]\na=b+c*(d-e)\n-- x --\nIt rains.")))
                .containsExactly("User: It is so.", "User: It rains.");
    }

    @Test
    void setPhrasesAndLoneWordsStateNothing() {
        assertThat(read(Message.assistant("I'm sorry, we decided to stay."))
                        .get(0)
                        .types())
                .isEmpty();
        assertThat(read(Message.user("Really? When? When exactly?")).stream().map(Statement::types))
                .containsExactly(Set.of(), Set.of(), Set.of(AnchorType.QUESTION));
        assertThat(read(Message.user("为什么？")).get(0).types()).containsExactly(AnchorType.QUESTION);
    }

    @Test
    void valuesOfOneDigitAreNotKept() {
        assertThat(read(Message.user("We need 5 boats for 450 euros.")).get(0).values().stream()
                        .map(Atom::text))
                .containsExactly("450");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "My sister Ingrid rents the hall.|true",
                "The hall is Ingrid's.|false",
                "My sister rents the hall.|false",
                "They say I rent the hall.|false",
                "Meine Schwester Ingrid hat den Saal und nicht das Haus.|false"
            })
    void knowsSentenceThatNamesSpeaker(String text, boolean names) {
        assertThat(read(Message.user(text)).get(0).namesSpeaker()).isEqualTo(names);
    }

    @Test
    void readsShortMessageInLanguageBefore() {
        StatementReader reader = new StatementReader();
        reader.read(new Entry(1, Message.user("Das ist die Sprache, und sie haben es nicht gesagt."), 10));

        assertThat(reader.read(new Entry(2, Message.user("ok 42"), 10))
                        .get(0)
                        .profile()
                        .code())
                .isEqualTo("de");
        assertThat(reader.language().code()).isEqualTo("de");
    }

    @Test
    void messageInAnotherPlaceIsReadAgain() {
        StatementReader reader = new StatementReader();
        Message message = Message.user("It rains.");

        assertThat(reader.read(new Entry(1, message, 10)).get(0).source()).isEqualTo(1);
        assertThat(reader.read(new Entry(2, message, 10)).get(0).source()).isEqualTo(2);
    }
}
