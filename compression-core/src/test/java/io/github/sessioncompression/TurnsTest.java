package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private static final Message ASKED = Message.user("Is the kiln hot?");
    private static final Message SAID = Message.assistant("It is.");
    private static final Message CALLS = Message.assistant("", List.of(new ToolCall("g1", "glazes", "{}")));
    private static final Message RESULT = Message.toolResult("g1", "glazes", "the green one");
    private static final Message SYSTEM = Message.system("You run a pottery.");

    private static void last(Message message, boolean inside, boolean awaits, boolean answered) {
        var entries = Contexts.entries(1, SAID, ASKED, message);
        assertThat(Turns.isInside(entries)).as(message.toString()).isEqualTo(inside);
        assertThat(Turns.awaitsAnswer(entries)).as(message.toString()).isEqualTo(awaits);
        assertThat(Turns.isAnswered(entries)).as(message.toString()).isEqualTo(answered);
    }

    @Test
    void lastMessageDeterminesPhaseOfTurn() {
        last(ASKED, false, true, false);
        last(CALLS, true, true, false);
        last(RESULT, true, true, false);
        last(SAID, false, false, true);
        last(SYSTEM, false, true, false);
    }

    @Test
    void anEmptyChatIsInNoTurn() {
        assertThat(Turns.isInside(List.of())).isFalse();
        assertThat(Turns.awaitsAnswer(List.of())).isFalse();
        assertThat(Turns.isAnswered(List.of())).isFalse();
    }
}
