package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which sentences are chosen, and in which order. */
class SelectionTest {
    private static final double ALL = 10_000;

    private static List<List<String>> chosen(UnitChats chat, List<Unit> first, double tokens) {
        return Selection.choose(chat.all, chat.vocabulary, first, tokens).chains().stream()
                .map(choice -> choice.stream().map(unit -> unit.text).toList())
                .toList();
    }

    @Test
    void choosesInAnOrderThatAReaderCanCheck() {
        UnitChats chat = new UnitChats(
                Message.user("Do pumps move water?"),
                Message.user("You repair old lamps."),
                Message.user("Lanterns hang over doors."),
                Message.user("We decided to repaint roofs."),
                Message.user("Call Tobias about cellars."),
                Message.user("Ingrid pays 450 euros tomorrow."));

        assertThat(chosen(chat, List.of(), ALL).stream().map(choice -> choice.get(0)))
                .containsExactly(
                        "Ingrid pays 450 euros tomorrow.",
                        "Call Tobias about cellars.",
                        "We decided to repaint roofs.",
                        "Lanterns hang over doors.",
                        "Do pumps move water?",
                        "You repair old lamps.");
    }

    @Test
    void stopsWhenTheTokensAreSpent() {
        UnitChats chat = new UnitChats(Message.user("Boats leak water. Pumps move water away. Ropes hold sails up."));
        double two = chat.all.get(0).tokens + chat.all.get(1).tokens + 8;

        assertThat(chosen(chat, List.of(), two)).hasSize(2);
        assertThat(chat.all.stream().filter(unit -> unit.chosen)).hasSize(2);
    }

    @Test
    void leavesOutSentenceThatIsTooLong() {
        UnitChats chat = new UnitChats(
                Message.user("Ingrid, Tobias, Ann and Bo met 12 pilots in Bergen and Oslo. Boats leak water."));

        assertThat(chosen(chat, List.of(), chat.all.get(0).tokens + 3)).containsExactly(List.of("Boats leak water."));
        assertThat(chosen(new UnitChats(Message.user("Boats leak.")), List.of(), 1))
                .isEmpty();
    }

    @Test
    void choosesRepeatedSentenceOnce() {
        UnitChats chat = new UnitChats(
                Chats.says("Ann", "Boats leak."), Chats.says("Ann", "Boats leak."), Chats.answers("Bo", "Boats leak."));

        assertThat(chosen(chat, List.of(), ALL)).hasSize(2);
        assertThat(chat.all.stream().map(unit -> unit.chosen)).containsExactly(true, false, true);
    }

    @Test
    void knownWordsComeAfterNewOnes() {
        UnitChats chat = new UnitChats(
                Chats.says("Ann", "Red boats sail."),
                Chats.says("Ann", "Boats sail red."),
                Chats.says("Ann", "Ropes hold sails."),
                Chats.says("Bo", "Sail red boats."));

        assertThat(chosen(chat, List.of(), ALL))
                .containsExactly(
                        List.of("Red boats sail."),
                        List.of("Ropes hold sails."),
                        List.of("Sail red boats."),
                        List.of("Boats sail red."));
    }

    @Test
    void sentenceComesWithThoseItNeeds() {
        UnitChats chat = new UnitChats(
                Message.user("Today the rent of the hall is 400 euros."),
                Message.assistant("I see. Shall I book it?"),
                Message.user("Yes."),
                Message.user("The rent of the hall is 450 euros."));

        assertThat(chosen(chat, List.of(), ALL))
                .contains(List.of("Today the rent of the hall is 400 euros.", "The rent of the hall is 450 euros."))
                .anySatisfy(choice -> assertThat(choice).contains("Yes.", "Shall I book it?"));
    }

    @Test
    void namedSentencesComeFirstWithoutAnswers() {
        UnitChats chat = new UnitChats(
                Message.user("Does the pump work?"),
                Message.assistant("The pump works well."),
                Message.user("Ingrid pays 450 euros tomorrow."));

        assertThat(chosen(chat, List.of(chat.of("Does the pump")), ALL))
                .containsExactly(
                        List.of("Does the pump work?"),
                        List.of("Ingrid pays 450 euros tomorrow."),
                        List.of("The pump works well."));
    }

    @Test
    void headingComesOnlyWithItsItem() {
        UnitChats chat = new UnitChats(Message.assistant("# Pumps\n\nTo bring:\n- ropes\n- sails"));

        assertThat(chosen(chat, List.of(), ALL))
                .allSatisfy(choice -> assertThat(choice.get(0)).isIn("ropes", "sails"));
        assertThat(chat.of("To bring:").chosen).isTrue();
        assertThat(chat.of("Pumps").chosen).isFalse();
    }

    @Test
    void thousandsOfSpeakersTakeLittleMemory() {
        UnitChats chat = new UnitChats(IntStream.range(0, 10_000)
                .mapToObj(i -> Message.user("Boat%d carries rope%d, sail%d.".formatted(i, i, i))
                        .withName("speaker" + i))
                .toArray(Message[]::new));

        assertThat(chosen(chat, List.of(), ALL)).hasSizeGreaterThan(100);
    }
}
