package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.Chats.SMALL;
import static io.github.sessioncompression.langchain4j.Chats.immediate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.tool.ToolProviderRequest;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A model that looks into its own conversation's past, and into no other. */
class HistoryToolsTest {
    interface Assistant {
        String chat(@MemoryId Object id, @dev.langchain4j.service.UserMessage String question);
    }

    private final StrictModel model = new StrictModel();
    private final CompressingChatMemoryProvider memories =
            CompressingChatMemoryProvider.builder().compressor(immediate(SMALL)).build();

    private static ToolExecutionRequest call(String name, String arguments) {
        return ToolExecutionRequest.builder()
                .id("call-" + name)
                .name(name)
                .arguments(arguments)
                .build();
    }

    private Assistant assistant() {
        return AiServices.builder(Assistant.class)
                .chatModel(model.plain())
                .chatMemoryProvider(memories)
                .toolProvider(HistoryTools.of(memories))
                .build();
    }

    private String result(AiMessage calling, Object id) {
        model.next(calling, AiMessage.from("Found."));
        assertThat(assistant().chat(id, "Which train was it?")).isEqualTo("Found.");
        List<ChatMessage> request = model.lastRequest();
        return ((ToolExecutionResultMessage) request.get(request.size() - 1)).text();
    }

    @Test
    void returnsForgottenMessagesToModel() {
        Chats.talk(memories.get("ann"), 0, 30);
        String shown = memories.get("ann").messages().toString();
        int hidden = IntStream.range(0, 30)
                .filter(number -> !shown.contains(Chats.question(number).singleText()))
                .findFirst()
                .orElseThrow();
        String train = "train " + (1_000 + hidden);

        String found = result(AiMessage.from(call("search_history", "{\"query\":\"" + train + "\"}")), "ann");

        assertThat(found).contains(Chats.question(hidden).singleText());
        String segment = found.replaceFirst("(?s).*?\"segment_id\":\"(s[0-9]+)\".*", "$1");
        assertThat(result(AiMessage.from(call("expand_segment", "{\"segment_id\":\"" + segment + "\"}")), "ann"))
                .contains("Answer 0: noted, train 1000 for 100 EUR.");
    }

    @Test
    void neverAnswersWithAnotherConversation() {
        Chats.talk(memories.get("ann"), 0, 30);
        Chats.talk(memories.get(7), 100, 2);

        assertThat(result(AiMessage.from(call("search_history", "{\"query\":\"train 1003\",\"id\":\"ann\"}")), 7))
                .contains("\"messages\":[]");
        assertThat(result(AiMessage.from(call("expand_segment", "{\"segment_id\":\"s1\"}")), 7))
                .contains("error")
                .doesNotContain("1003");
    }

    @Test
    void hasTheSameToolsBeforeAnythingIsCompressed() {
        List<ToolSpecification> before = tools();
        Chats.talk(memories.get("ann"), 0, 30);

        assertThat(tools())
                .isEqualTo(before)
                .extracting(ToolSpecification::name)
                .containsExactlyInAnyOrder("search_history", "expand_segment");
        assertThat(before)
                .allSatisfy(tool -> assertThat(tool.parameters().required()).hasSize(1));
    }

    private List<ToolSpecification> tools() {
        return List.copyOf(HistoryTools.of(memories)
                .provideTools(new ToolProviderRequest("ann", UserMessage.from("Hello")))
                .tools()
                .keySet());
    }
}
