package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static io.github.sessioncompression.langchain4j.Chats.memory;
import static io.github.sessioncompression.langchain4j.Chats.talk;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.CompensateFor;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.guardrail.OutputGuardrail;
import dev.langchain4j.guardrail.OutputGuardrailException;
import dev.langchain4j.guardrail.OutputGuardrailResult;
import dev.langchain4j.service.AiServices;
import io.github.sessioncompression.Policies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory calls of AI services since LangChain4j 1.13: set within a turn, clear and refill. */
class NewerAiServicesTest {
    private final StrictModel model = new StrictModel();
    private final CompressingChatMemory memory = memory(immediate(Policies.early(2_000)));

    @Test
    void removesCompensatedToolCalls() {
        Bookings bookings = new Bookings();
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .tools(bookings)
                .compensateOnToolErrors(true)
                .build();
        talk(memory, 0, 30);
        int before = memory.conversation().transcript().size();
        model.next(
                AiMessage.from(call("1", "book", 7)),
                AiMessage.from(call("2", "book", 8), call("3", "pay", 8)),
                AiMessage.from("It did not work out."));
        assertThat(assistant.chat("Book and pay, please.")).isEqualTo("It did not work out.");
        assertThat(bookings.booked).isEmpty();
        assertThat(model.lastRequest())
                .filteredOn(ToolExecutionResultMessage.class::isInstance)
                .extracting(message -> ((ToolExecutionResultMessage) message).text())
                .hasSize(3)
                .satisfies(texts -> {
                    assertThat(texts.get(0)).contains("rolled back");
                    assertThat(texts.get(1)).contains("rolled back");
                    assertThat(texts.get(2)).contains("no money");
                });
        assertThat(model.lastRequest().toString()).contains("<session_state");
        assertThat(memory.conversation().transcript()).hasSizeGreaterThanOrEqualTo(before + 8);
        assertThat(memory.conversation().transcript())
                .anyMatch(message -> message.text().startsWith("Question 0:"));
    }

    @Test
    void removesAnswerRefusedByGuardrail() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemory(memory)
                .outputGuardrails(new OutputGuardrail() {
                    @Override
                    public OutputGuardrailResult validate(AiMessage answer) {
                        return answer.text().contains("1234") ? fatalWithMessageRemoval("a secret") : success();
                    }
                })
                .build();
        assistant.chat("Hello");
        talk(memory, 0, 30);
        List<ChatMessage> before = memory.messages();
        long compressions = memory.conversation().status().stats().compressions();
        int kept = memory.conversation().transcript().size();

        model.next(AiMessage.from("It is 1234."));
        assertThatThrownBy(() -> assistant.chat("What is the code?")).isInstanceOf(OutputGuardrailException.class);

        List<ChatMessage> expected = new ArrayList<>(before);
        expected.add(UserMessage.from("What is the code?"));
        assertThat(memory.messages()).isEqualTo(expected);
        assertThat(memory.conversation().transcript()).hasSize(kept + 1);
        assertThat(memory.conversation().status().stats().compressions()).isLessThanOrEqualTo(compressions);
    }

    private static ToolExecutionRequest call(String id, String tool, int number) {
        return ToolExecutionRequest.builder()
                .id(id)
                .name(tool)
                .arguments("{\"number\":" + number + "}")
                .build();
    }

    interface Assistant {
        @dev.langchain4j.service.SystemMessage("You are a travel agent. Be brief.")
        String chat(String question);
    }

    static final class Bookings {
        private final List<Integer> booked = new ArrayList<>();

        @Tool("books a seat")
        String book(@P("which") int number) {
            booked.add(number);
            return "booked seat " + number;
        }

        @CompensateFor("book")
        void cancel(@P("which") int number) {
            booked.remove((Integer) number);
        }

        @Tool("pays for a seat")
        String pay(@P("which") int number) {
            if (number > 0) {
                throw new IllegalStateException("no money for seat " + number);
            }
            return "nothing to pay";
        }
    }
}
