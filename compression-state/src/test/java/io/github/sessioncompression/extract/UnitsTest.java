package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentences of a chat with their places, and what the lines of a list or table need. */
class UnitsTest {
    private static @Nullable String needs(Unit unit) {
        return unit.needs == null ? null : unit.needs.text;
    }

    private static List<Unit> added(Units units, String entry, StateItem.Origin origin, boolean whole) {
        return units.addText(Unit.From.QUOTE, EntryLabel.read(entry), origin, List.of(4L), whole);
    }

    @Test
    void sentencesAreInTheOrderOfTheChat() {
        List<Unit> units = new UnitChats(
                        Message.user("Boats leak.  Pumps help.\nRopes hold. (Sails tear.)"), Message.assistant("Fine."))
                .all;

        assertThat(units.stream().map(unit -> unit.order)).containsExactly(0, 1, 2, 3, 4);
        assertThat(units.stream().map(unit -> unit.message)).containsExactly(0, 0, 0, 0, 1);
        assertThat(units.stream().map(unit -> unit.sources.get(0))).containsExactly(1L, 1L, 1L, 1L, 2L);
        assertThat(units.stream().map(unit -> unit.opensMessage)).containsExactly(true, false, false, false, true);
        assertThat(units.stream().map(unit -> unit.joint != null)).containsExactly(false, true, true, true, false);
    }

    @Test
    void messageWithoutSentencesHasNoPlace() {
        List<Unit> units =
                new UnitChats(Message.user("Boats leak."), Message.user("..."), Message.user("Pumps help.")).all;

        assertThat(units.stream().map(unit -> unit.message)).containsExactly(0, 1);
    }

    /** A line, and the line that it needs. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "To bring:;- ropes | ropes | To bring:",
                "To bring:;- ropes;- sails | sails | To bring:",
                "To bring:;- ropes;  - of hemp or flax from the old shop in town | hemp | ropes",
                "To bring:;- ropes;  - thin;- sails | sails | To bring:",
                "To bring:;- the thick ropes of hemp and cotton from the chandler of the harbour town | hemp | -",
                "To bring:;- ropes. They are thick. | They are thick. | ropes.",
                "To bring:;- ropes;;Then we go. | Then we go. | -",
                "# Ropes;- thin | thin | Ropes",
                "Ropes;thin | thin | -"
            })
    void itemNeedsItsHead(String lines, String words, String head) {
        UnitChats chat = new UnitChats(Message.assistant(lines.replace(';', '\n')));

        assertThat(needs(chat.of(words))).isEqualTo(head.equals("-") ? null : head);
    }

    @Test
    void rowNeedsHeaderOfItsTable() {
        UnitChats chat = new UnitChats(
                Message.assistant(
                        "Prices of this year.\n| boat | price |\n|---|---|\n| dinghy | 450 |\n| kayak | 300 |\n\n| pump | use |\n| small | 12 |"));

        assertThat(needs(chat.of("boat |"))).isEqualTo("Prices of this year.");
        assertThat(needs(chat.of("dinghy"))).startsWith("boat | price");
        assertThat(needs(chat.of("kayak"))).startsWith("boat | price");
        assertThat(needs(chat.of("small"))).startsWith("pump | use");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "# Pumps | BEFORE",
                "To bring: | BEFORE",
                "**To bring:** | BEFORE",
                "Boats leak. | SPAN",
                "You must not bring: | SPAN"
            })
    void headingIsShownOnlyWithWhatNeedsIt(String line, Unit.From from) {
        assertThat(new UnitChats(Message.user(line)).all.get(0).from).isEqualTo(from);
    }

    @Test
    void entryOfEarlierStateIsReadBySentences() {
        Units units = new Units(new Vocabulary(), new StatementReader());

        List<Unit> added = added(units, "Ann: We decided to go. Boats leak.", StateItem.Origin.USER, false);

        assertThat(added).isEqualTo(units.all());
        assertThat(added.stream().map(unit -> unit.text)).containsExactly("We decided to go.", "Boats leak.");
        assertThat(added.stream().map(unit -> unit.types)).containsExactly(Set.of(AnchorType.DECISION), Set.of());
        assertThat(added.stream().map(unit -> unit.joint != null)).containsExactly(false, true);
        assertThat(added.stream().map(unit -> unit.speaker)).containsOnly("Ann");
        assertThat(added.stream().map(unit -> unit.wordTerms.length)).containsExactly(4, 2);
        assertThat(added(units, "Ann: Fine.", StateItem.Origin.USER, false).get(0).message)
                .isEqualTo(1);
    }

    @Test
    void wholeEntryIsOneUnitWithoutTypes() {
        Units units = new Units(new Vocabulary(), new StatementReader());

        assertThat(added(units, "Ann: We decided to go. Boats leak.", StateItem.Origin.USER, true))
                .singleElement()
                .satisfies(unit -> assertThat(unit.text).isEqualTo("We decided to go. Boats leak."))
                .satisfies(unit -> assertThat(unit.types).isEmpty());
    }

    @Test
    void entryOfTheModelMakesNoRules() {
        Units units = new Units(new Vocabulary(), new StatementReader());

        assertThat(added(units, "Assistant: You must not pay.", StateItem.Origin.ASSISTANT, false)
                        .get(0)
                        .types)
                .isEmpty();
        assertThat(added(units, "Bo: You must not pay.", StateItem.Origin.ASSISTANT, false)
                        .get(0)
                        .types)
                .containsExactly(AnchorType.CONSTRAINT);
        assertThat(added(units, "Tool a: You must not pay.", StateItem.Origin.TOOL, false)
                        .get(0)
                        .types)
                .isEmpty();
    }

    @Test
    void answersAreTheSentencesOfTheOthersNextMessage() {
        Vocabulary vocabulary = new Vocabulary();
        Units units = new Units(vocabulary, new StatementReader());
        List<Message> chat = List.of(
                Message.user("Boats leak."),
                Message.assistant("Pumps help. Ropes hold."),
                Message.assistant("Sails tear."),
                Message.user("Thanks."));
        Entries.of(chat).forEach(entry -> units.addMessage(entry, Unit.From.SPAN));

        Map<Integer, List<String>> answers = new HashMap<>();
        units.answers()
                .forEach((message, answer) -> answers.put(
                        message, answer.stream().map(unit -> unit.text).toList()));

        assertThat(answers).isEqualTo(Map.of(0, List.of("Pumps help.", "Ropes hold."), 2, List.of("Thanks.")));
        assertThat(units.all().stream().map(unit -> unit.text).collect(Collectors.toSet()))
                .hasSize(5);
    }
}
