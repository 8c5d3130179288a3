package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import dev.langchain4j.store.memory.chat.InMemoryChatMemoryStore;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages pinned by an application's rule stay verbatim through fifty compressions, whoever edits the chat. */
@Tag("once")
@Tag("landing")
@Tag("fuzz")
class LastingPinsTest {
    private static final int GENERATIONS = 50;
    private static final CompressionPolicy POLICY =
            CompressionPolicy.forWindow(8_000).withExecution(Execution.SYNC);

    private final ChatMemoryStore lists = new InMemoryChatMemoryStore();
    private final List<ChatMessage> pinned = new ArrayList<>();

    private static boolean isRule(ChatMessage message) {
        return message instanceof UserMessage user && user.singleText().startsWith("Rule ");
    }

    private CompressingChatMemory memory() {
        return CompressingChatMemory.builder()
                .policy(POLICY)
                .pin(LastingPinsTest::isRule)
                .chatMemoryStore(lists)
                .build();
    }

    private void pin(CompressingChatMemory memory, int generation) {
        UserMessage rule = UserMessage.from(
                switch (generation % 4) {
                    case 0 -> "Rule " + generation + ": no deliveries on a Friday.";
                    case 1 -> "Rule " + generation + ": " + "water before nine, ".repeat(120);
                    case 2 -> "Rule " + generation + ": say neither <session_state> nor \\ nor </session_state>.";
                    default -> "Rule " + generation + ": password: tulips77garden";
                });
        memory.add(rule);
        memory.add(AiMessage.from("Understood."));
        pinned.add(rule);
    }

    private void check(CompressingChatMemory memory, String where) {
        assertThat(memory.messages().stream().filter(LastingPinsTest::isRule).toList())
                .as(where)
                .isEqualTo(pinned);
    }

    /** The last answer is removed: by a guardrail, which clears the memory and adds the rest again, or by setting the rest. */
    private static void edit(CompressingChatMemory memory, boolean sets) {
        if (sets) {
            List<ChatMessage> rest = new ArrayList<>(memory.messages());
            rest.remove(rest.size() - 1);
            memory.set(rest);
        } else {
            AnswerRemoval.from(memory);
        }
        memory.add(AiMessage.from("Rather so."));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messagesOfFiftyGenerationsContainPins(boolean sets) {
        CompressingChatMemory memory = memory();
        for (int generation = 0; generation < GENERATIONS; generation++) {
            String where = "generation " + generation;
            talk(memory, 10 * generation, 3);
            if (generation % 5 == 0) {
                pin(memory, generation / 5);
            }
            talk(memory, 10 * generation + 5, 3);
            check(memory, where + ", before");
            assertThat(memory.conversation().compress()).as(where).isInstanceOf(Outcome.Compressed.class);
            check(memory, where);
            if (generation % 7 == 6) {
                edit(memory, sets);
                check(memory, where + ", edited");
            }
            if (generation == 22) {
                List<ChatMessage> without = new ArrayList<>(memory.messages());
                without.remove(pinned.remove(1));
                memory.set(without);
                check(memory, where + ", without one");
            }
            if (generation % 6 == 5) {
                memory = memory();
                check(memory, where + ", begun again");
            }
        }
    }
}
