package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.SystemMessage;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools whose result goes to the user at once: the next question follows a tool result. */
class ImmediateToolTest {
    private final List<List<ChatMessage>> sent = new ArrayList<>();
    private final CompressingChatMemory memory = CompressingChatMemory.builder()
            .policy(CompressionPolicy.forWindow(16_000))
            .build();
    private final ChatModel model = new FakeChatModel(request -> {
        sent.add(List.copyOf(request.messages()));
        ChatMessage last = request.messages().get(request.messages().size() - 1);
        boolean books = last instanceof UserMessage user && user.singleText().startsWith("Book");
        return books
                ? ChatResponse.builder().aiMessage(AiMessage.from(call())).build()
                : FakeChatModel.answer("Well.", null);
    });

    interface Desk {
        @SystemMessage("You book tables.")
        Result<String> chat(String question);
    }

    /** A tool. */
    public static final class Tables {
        /** Its result is shown to the user directly. */
        @Tool(value = "books a table", returnBehavior = ReturnBehavior.IMMEDIATE)
        public String book(int number) {
            return "Table " + number + " is booked.";
        }
    }

    private ToolExecutionRequest call() {
        return ToolExecutionRequest.builder()
                .id("call-" + sent.size())
                .name("book")
                .arguments("{\"number\": " + sent.size() + "}")
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachRequestExtendsTheOneBefore(boolean guarded) {
        Desk desk = AiServices.builder(Desk.class)
                .chatModel(guarded ? memory.guard(model) : model)
                .chatMemory(memory)
                .tools(new Tables())
                .build();
        for (String question : List.of("Book one.", "Book another.", "Thank you.", "Book a third.", "Bye.", "Hello.")) {
            desk.chat(question);
        }
        assertThat(sent).hasSize(6);
        for (int i = 1; i < sent.size(); i++) {
            List<ChatMessage> before = sent.get(i - 1);
            assertThat(sent.get(i)).hasSizeGreaterThan(before.size());
            assertThat(sent.get(i).subList(0, before.size())).isEqualTo(before);
        }
    }
}
