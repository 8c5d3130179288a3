package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinsTest {
    private static final Message SYSTEM = Message.system("You run a pottery.");
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is.");
    private static final Message CALLS = Message.assistant("", List.of(new ToolCall("g1", "glazes", "{}")));
    private static final Message RESULT = Message.toolResult("g1", "glazes", "the green one");

    private static List<Long> numbers(List<Entry> entries) {
        return entries.stream().map(Entry::sequence).toList();
    }

    @Test
    void finishedTurnKeepsOnlySystemMessagesAndPins() {
        List<Entry> active = Contexts.entries(1, SYSTEM, ASKED.withPinned(true), SAID, ASKED, SAID, ASKED);

        Pins pins = Pins.before(List.of(), active, 5);

        assertThat(numbers(pins.system())).containsExactly(1L);
        assertThat(numbers(pins.history())).containsExactly(2L);
        assertThat(numbers(pins.covered())).containsExactly(3L, 4L, 5L);
        assertThat(pins.turn()).isNull();
    }

    @Test
    void pinKeepsCallAndResultTogether() {
        List<Entry> active = Contexts.entries(1, ASKED, CALLS, RESULT.withPinned(true), SAID, ASKED);

        Pins pins = Pins.before(List.of(), active, 4);

        assertThat(numbers(pins.history())).containsExactly(2L, 3L);
        assertThat(numbers(pins.covered())).containsExactly(1L, 4L);
    }

    @Test
    void keepsQuestionOfCutTurn() {
        List<Entry> active = Contexts.entries(1, ASKED, SAID, ASKED, CALLS, RESULT, CALLS, RESULT);

        Pins pins = Pins.before(List.of(), active, 5);

        assertThat(numbers(pins.history())).containsExactly(3L);
        assertThat(pins.turn()).isEqualTo(active.get(2));
        assertThat(numbers(pins.covered())).containsExactly(1L, 2L, 4L, 5L);
    }

    @Test
    void theQuestionStaysThoughItWasPinnedBeforeThePlace() {
        List<Entry> pinned = Contexts.entries(1, ASKED.withPinned(true), ASKED);
        List<Entry> active = Contexts.entries(5, CALLS, RESULT, CALLS, RESULT);

        Pins inside = Pins.before(pinned, active, 2);
        Pins none = Pins.before(List.of(), active, 2);

        assertThat(numbers(inside.history())).containsExactly(1L, 2L);
        assertThat(inside.turn()).isEqualTo(pinned.get(1));
        assertThat(numbers(inside.covered())).containsExactly(5L, 6L);
        assertThat(none.turn()).isNull();
        assertThat(none.history()).isEmpty();
    }

    @Test
    void releasesQuestionPinnedForItsTurn() {
        List<Entry> pinned = Contexts.entries(1, SYSTEM, ASKED, CALLS.withPinned(true), ASKED.withPinned(true));
        List<Entry> active = Contexts.entries(5, SAID, ASKED, SAID);

        Pins later = Pins.before(pinned, active, 1);
        Pins untouched = Pins.before(pinned, active, 0);

        assertThat(numbers(later.history())).containsExactly(3L, 4L);
        assertThat(numbers(later.covered())).containsExactly(2L, 5L);
        assertThat(numbers(untouched.history())).containsExactly(2L, 3L, 4L);
        assertThat(untouched.covered()).isEmpty();
    }

    @Test
    void keptSequencesAscendWithoutUnwantedSystemMessages() {
        List<Entry> active = Contexts.entries(1, ASKED.withPinned(true), SYSTEM, SYSTEM, ASKED.withPinned(true), SAID);

        Pins pins = Pins.before(List.of(), active, 5);

        assertThat(pins.sequences(entry -> true)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(pins.sequences(entry -> entry.sequence() == 3)).containsExactly(1L, 3L, 4L);
    }

    @Test
    void releasesUnpinnedGroup() {
        List<Entry> pinned = Contexts.entries(1, CALLS, RESULT.withPinned(true), CALLS, RESULT, SAID);
        List<Entry> active = Contexts.entries(7, ASKED, SAID, ASKED);

        Pins pins = Pins.before(pinned, active, 2);

        assertThat(numbers(pins.history())).containsExactly(1L, 2L);
        assertThat(numbers(pins.covered())).containsExactly(3L, 4L, 5L, 7L, 8L);
    }
}
