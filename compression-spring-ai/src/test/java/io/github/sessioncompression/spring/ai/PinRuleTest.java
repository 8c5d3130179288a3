package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Messages pinned by an application's rule stay verbatim through fifty compressions over a repository. */
@Tag("once")
@ExtendWith(OutputCaptureExtension.class)
class PinRuleTest {
    private static final String ID = "pins";
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(8_000).withExecution(Execution.SYNC);

    private final ChatMemoryRepository repository = new InMemoryChatMemoryRepository();

    private static boolean isRule(Message message) {
        return message instanceof UserMessage && message.getText().startsWith("Rule ");
    }

    private CompressingChatMemory memory() {
        return CompressingChatMemory.builder()
                .policy(POLICY)
                .pin(PinRuleTest::isRule)
                .chatMemoryRepository(repository)
                .build();
    }

    private static void talk(CompressingChatMemory memory, int from) {
        for (int turn = from; turn < from + 4; turn++) {
            memory.add(ID, new UserMessage(GardenChat.question(turn)));
            memory.add(ID, new AssistantMessage("Turn " + turn + ". " + GardenChat.found("garden " + turn)));
        }
    }

    @Test
    @Tag("landing")
    @Tag("fuzz")
    void messagesOfFiftyGenerationsContainPins() {
        List<String> pinned = new ArrayList<>();
        CompressingChatMemory memory = memory();
        for (int generation = 0; generation < 50; generation++) {
            talk(memory, 1 + 10 * generation);
            if (generation % 5 == 0) {
                pinned.add("Rule " + generation + ": " + "water before nine, ".repeat(generation));
                memory.add(ID, new UserMessage(pinned.get(pinned.size() - 1)));
                memory.add(ID, new AssistantMessage("Understood."));
            }
            talk(memory, 6 + 10 * generation);
            assertThat(memory.compressor().conversation(ID).compress())
                    .as("generation %s", generation)
                    .isInstanceOf(Outcome.Compressed.class);
            if (generation % 6 == 5) {
                memory.close();
                memory = memory();
            }
            assertThat(memory.get(ID).stream().filter(PinRuleTest::isRule).map(Message::getText))
                    .as("generation %s", generation)
                    .isEqualTo(pinned);
        }
        memory.close();
    }

    @Test
    void throwingRuleCostsOneWarningAndNoMessage(CapturedOutput output) {
        try (CompressingChatMemory memory = CompressingChatMemory.builder()
                .policy(POLICY)
                .pin(message -> {
                    throw new IllegalStateException(message.getText());
                })
                .build()) {
            memory.add(
                    ID,
                    List.of(new UserMessage("Plot 1984?"), new AssistantMessage("Tulips."), new UserMessage("Why?")));

            assertThat(memory.get(ID)).extracting(Message::getText).containsExactly("Plot 1984?", "Tulips.", "Why?");
            assertThat(memory.compressor().conversation(ID).pins()).isEmpty();
        }
        assertThat(output.getOut())
                .containsOnlyOnce("The rule for pins has thrown")
                .doesNotContain("1984");
    }
}
