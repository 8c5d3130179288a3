package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateItem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last request and the end of its answer. */
class SummaryTest {
    private static final List<StateItem> EARLIER = List.of(new StateItem(
            "We spoke of boats.",
            StateItem.Kind.NARRATIVE,
            List.of(1L),
            StateItem.Origin.UNKNOWN,
            StateItem.Writer.MODEL));

    private static List<String> summary(int cap, Message... messages) {
        return Summary.write(new UnitChats(messages).all, EARLIER, cap).stream()
                .map(StateItem::text)
                .toList();
    }

    @Test
    void quotesLastRequestAndLastSentenceOfAnswer() {
        assertThat(summary(
                        1_000,
                        Message.user("Sell the boat."),
                        Message.assistant("I sold it."),
                        Message.user("Rent a hall. It must be dry."),
                        Message.assistant("I looked around. The old hall is dry."),
                        Message.assistant("It costs 450 euros.")))
                .containsExactly("User: Rent a hall. It must be dry.", "Assistant: It costs 450 euros.");
    }

    @Test
    void quotesOpenRequestAlone() {
        assertThat(summary(
                        1_000,
                        Message.user("Sell the boat."),
                        Message.assistant("I sold it."),
                        Message.user("Rent a hall.")))
                .containsExactly("User: Rent a hall.");
    }

    @Test
    void quotesFirstSentencesThatFit() {
        Message[] chat = {
            Message.user("Rent a hall. It must be dry and warm and close to the old harbour."),
            Message.assistant("Done.")
        };
        double first = new UnitChats(chat).all.get(0).tokens + 4;
        double answer = new UnitChats(chat).all.get(2).tokens + 4;

        int cap = (int) Math.ceil(10 * (first + answer));

        assertThat(summary(cap, chat)).containsExactly("User: Rent a hall.", "Assistant: Done.");
        assertThat(summary(cap - 10, chat)).isEmpty();
    }

    @Test
    void keepsEarlierSummaryWithoutRequest() {
        assertThat(summary(1_000, Message.assistant("I sold it."))).containsExactly("We spoke of boats.");
        assertThat(summary(1_000, Message.user("> You must pay.\n> Now."))).containsExactly("We spoke of boats.");
    }
}
