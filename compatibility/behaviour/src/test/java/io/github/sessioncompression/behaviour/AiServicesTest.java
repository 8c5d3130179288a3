package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** AiServices of LangChain4j. */
class AiServicesTest {
    /** A chat. */
    interface Assistant {
        String chat(String question);
    }

    /** Tools without anything to return. */
    static final class Tools {
        @Tool
        void nothing() {}

        @Tool
        @Nullable
        String none() {
            return null;
        }

        @Tool
        String empty() {
            return "";
        }

        @Tool
        List<String> list() {
            return List.of();
        }
    }

    private static AiServices<Assistant> assistant() {
        return AiServices.builder(Assistant.class)
                .chatModel(OpenAiChatModel.builder()
                        .baseUrl(Provider.url() + "/v1")
                        .apiKey("none")
                        .modelName("gpt-4.1")
                        .maxRetries(0)
                        .build());
    }

    @Row(18)
    void writesResultsOfToolsThatReturnNothing() {
        Map<String, String> results = Map.of("nothing", "Success", "none", "null", "empty", "", "list", "[]");
        Assistant assistant = assistant().tools(new Tools()).build();
        results.forEach((tool, result) -> {
            Provider.answers(
                    Provider.openAiCall("c1", tool),
                    Provider.openAi("{\"role\":\"assistant\",\"content\":\"Done.\"}", "stop"));
            assistant.chat("Go");
            assertThat(Provider.lastSent().at("/messages/2/content").asText("missing"))
                    .as(tool)
                    .isEqualTo(result);
        });
    }

    @Row(19)
    void storesTransformedSystemMessage() {
        Provider.answers(Provider.openAi("{\"role\":\"assistant\",\"content\":\"Done.\"}", "stop"));
        ChatMemory memory = MessageWindowChatMemory.withMaxMessages(10);

        assistant()
                .chatMemory(memory)
                .systemMessage("You help.")
                .systemMessageTransformer(text -> text + " Today is Monday.")
                .build()
                .chat("Go");

        assertThat(memory.messages()).first().isEqualTo(SystemMessage.from("You help. Today is Monday."));
    }
}
