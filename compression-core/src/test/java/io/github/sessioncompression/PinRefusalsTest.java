package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.LargePins;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.ChosenPins;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pins that are refused, and the warning of pins that take much of the window. */
class PinRefusalsTest {
    private final List<CompressionEvent> events = new ArrayList<>();

    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(16_000))
            .executor(Runnable::run)
            .listener(events::add)
            .build();

    private final Conversation chat = compressor.conversation("pins");

    @Test
    void refusesUnknownAndUnpinnableMessages() {
        chat.append(Message.system(Chats.SYSTEM));
        chat.append(Chats.question(1, 10));
        chat.append(Message.assistant("", List.of(new ToolCall("a", "stock", "{}"))));
        chat.append(Message.toolResult("a", "stock", "42"), Chats.answer(1, 10));
        chat.erase(3);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> chat.pin(0))
                .withMessageContaining("from 1 to 5, but was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> chat.unpin(6))
                .withMessageContaining("from 1 to 5, but was 6");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> chat.pin(3))
                .withMessageContaining("not of one erased, replaced or of an earlier session, but was 3");
        assertThatIllegalArgumentException().isThrownBy(() -> chat.pin(1)).withMessageContaining("system message");
        assertThatIllegalArgumentException().isThrownBy(() -> chat.pin(4)).withMessageContaining("without its call");
        assertThatIllegalArgumentException().isThrownBy(() -> chat.pin(" ")).withMessage("text must not be blank");
        assertThat(chat.record().map(CompressionRecord::chosen).orElse(ChosenPins.NONE))
                .isEqualTo(ChosenPins.NONE);
    }

    @Test
    void pinsRuleOfSameTextOnce() {
        chat.append(Message.user("Hello."), Message.assistant("Hello."));

        chat.pin("No deliveries on a Friday.");
        chat.pin("No deliveries on a Friday.");
        assertThat(chat.pins()).hasSize(1);
        assertThat(chat.transcript()).hasSize(3);

        chat.unpin(chat.pins().get(0).sequence());
        chat.pin("No deliveries on a Friday.");
        assertThat(chat.pins()).hasSize(1);
    }

    @Test
    void refusesRuleBetweenCallAndResult() {
        chat.append(Chats.question(1, 10));
        chat.append(Message.assistant("", List.of(new ToolCall("a", "stock", "{}"))));

        assertThatIllegalStateException()
                .isThrownBy(() -> chat.pin("No deliveries on a Friday."))
                .withMessageContaining("pins");

        assertThat(chat.transcript()).hasSize(2);
    }

    @Test
    void tellsOnceOfPinsAboveQuarterOfWindow() {
        try (Warnings warnings = new Warnings()) {
            for (int i = 0; i < 5; i++) {
                chat.pin("Rule " + i + ": " + "water before nine, ".repeat(400));
            }
            assertThat(warnings.lines())
                    .singleElement()
                    .asString()
                    .contains("pinned messages take", "of a window of 16000", "pins")
                    .doesNotContain("water");
        }
        assertThat(events)
                .filteredOn(LargePins.class::isInstance)
                .singleElement()
                .isInstanceOfSatisfying(LargePins.class, told -> {
                    assertThat(told.pinnedTokens()).isGreaterThan(4_000);
                    assertThat(told.messages()).isBetween(2, 5);
                });
        assertThat(chat.pins()).hasSize(5);
    }
}
