package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SalienceTest {
    private static final String LONG_ANSWER = "There are several ways to lay out a garden of that kind. ".repeat(2)
            + "Raised beds drain quickly and warm up early. Paths of gravel keep feet dry. "
            + "Hedges slow the wind down. Compost feeds the soil over winter. Straw keeps the berries clean. "
            + "A shed near the gate saves many steps. Water should reach every corner of the place. "
            + "Fruit trees belong on the northern side. Herbs like stony ground.";

    private static final List<String> ORDER = List.of(
            "Never use peat in this garden.",
            "The fence costs 420 euros.",
            "The old fence fell over.",
            "Would you like that?");

    @Test
    void ranksRuleBeforeValueBeforeStatementBeforeQuestion() {
        UnitChats chat = new UnitChats(
                Message.user(String.join(" ", ORDER)), Message.assistant(LONG_ANSWER), Message.user("Thanks."));

        assertThat(ORDER.stream().map(chat::worth).toList()).isSortedAccordingTo((one, other) -> other.compareTo(one));
    }

    @Test
    void ranksRareSpeakerBeforeTalkativeOne() {
        UnitChats chat = new UnitChats(Message.user("The old fence fell over."), Message.assistant(LONG_ANSWER));

        assertThat(chat.worth("fence fell")).isGreaterThan(3 * chat.worth("Hedges slow"));
    }

    @Test
    void ranksBothSidesAlikeWhenTheySayAsMuch() {
        UnitChats chat = new UnitChats(
                Message.user("Hello there. The fence fell over."),
                Message.assistant("Hello back. The hedge grew high."));

        assertThat(chat.worth("fence fell")).isBetween(0.9 * chat.worth("hedge grew"), 1.1 * chat.worth("hedge grew"));
    }

    @Test
    void ranksTheSameWithoutNamesAndTimes() {
        List<Message> bare = IntStream.range(0, 12)
                .mapToObj(i -> i % 2 == 0
                        ? Message.user("I planted " + i + " roses on Monday. What did you do?")
                        : Message.assistant("I cut the hedge in " + i + " hours. It was hot!"))
                .toList();
        List<Message> named = bare.stream()
                .map(message -> message.withTimestamp(Instant.parse("2025-03-10T09:00:00Z"))
                        .withName(bare.indexOf(message) % 2 == 0 ? "Nora" : "Piet"))
                .toList();

        assertThat(new UnitChats(named).all.stream().map(unit -> unit.factor))
                .isEqualTo(new UnitChats(bare)
                        .all.stream().map(unit -> unit.factor).toList());
    }

    @Test
    void ranksPastedTextBehindItsAuthor() {
        UnitChats chat = new UnitChats(
                Message.user("The fence fell over.\n> The storm took roofs down.\n"), Message.assistant(LONG_ANSWER));

        assertThat(chat.worth("storm took")).isLessThan(chat.worth("fence fell"));
    }
}
