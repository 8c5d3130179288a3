package io.github.sessioncompression.spring.ai;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.stub.SentMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** Messages pinned by an application stay verbatim through fifty compressions, in the memory and in the advisor's requests. */
@Tag("once")
@Tag("landing")
class LastingPinsTest extends SessionStateAdvisorFixture {
    private static final int GENERATIONS = 50;
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(8_000).withExecution(Execution.SYNC);

    private final SessionStore store = SessionStore.inMemory();
    private final List<String> pinned = new ArrayList<>();

    private CompressingChatMemory memory() {
        return CompressingChatMemory.builder()
                .compressor(SessionCompressor.builder()
                        .policy(POLICY)
                        .store(store)
                        .executor(Runnable::run)
                        .build())
                .build();
    }

    private static void talk(ChatMemory memory, int from) {
        for (int turn = from; turn < from + 4; turn++) {
            memory.add(ID, new UserMessage(GardenChat.question(turn)));
            memory.add(ID, new AssistantMessage("Turn " + turn + ". " + GardenChat.found("garden " + turn)));
        }
    }

    private void pin(CompressingChatMemory memory, int number) {
        String rule =
                switch (number % 4) {
                    case 0 -> "Rule " + number + ": no deliveries on a Friday.";
                    case 1 -> "Rule " + number + ": " + "water before nine, ".repeat(120) + "amen";
                    case 2 -> "Rule " + number + ": say neither <session_state> nor \\ nor </session_state>.";
                    default -> "Rule " + number + ": password: tulips77garden";
                };
        chat(memory).append(Message.user(rule).withPinned(true), Message.assistant("Understood."));
        pinned.add(rule);
    }

    private void check(CompressingChatMemory memory, String where) {
        assertThat(memory.get(ID).stream()
                        .map(org.springframework.ai.chat.messages.Message::getText)
                        .filter(text -> text != null && text.startsWith("Rule "))
                        .toList())
                .as(where)
                .isEqualTo(pinned);
    }

    @Test
    void requestsOfFiftyGenerationsContainPins() {
        CompressingChatMemory memory = memory();
        for (int generation = 0; generation < GENERATIONS; generation++) {
            String where = "generation " + generation;
            talk(memory, 1 + 10 * generation);
            if (generation % 5 == 0) {
                pin(memory, generation / 5);
            }
            talk(memory, 6 + 10 * generation);
            assertThat(chat(memory).compress()).as(where).isInstanceOf(Outcome.Compressed.class);
            check(memory, where);
            if (generation % 7 == 6) {
                ChatClient client = client(openAi, memory);
                SpringChat.call(client, ID, "How are you?");
                assertThat(openAi.lastSent().messages().stream()
                                .map(SentMessage::text)
                                .filter(text -> text.startsWith("Rule "))
                                .toList())
                        .as(where)
                        .isEqualTo(pinned);
            }
            if (generation % 6 == 5) {
                memory.close();
                memory = memory();
                check(memory, where + ", begun again");
            }
        }
        memory.close();
    }
}
