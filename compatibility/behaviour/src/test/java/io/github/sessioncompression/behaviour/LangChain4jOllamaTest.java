package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.ollama.OllamaChatModel;

/** Ollama's client of LangChain4j. */
class LangChain4jOllamaTest {
    private static final UserMessage HELLO = UserMessage.from("Hello");

    private static OllamaChatModel client() {
        return OllamaChatModel.builder()
                .baseUrl(Provider.url())
                .modelName("qwen3:8b")
                .returnThinking(true)
                .maxRetries(0)
                .build();
    }

    private static String answer(String message) {
        return "{\"model\":\"qwen3:8b\",\"created_at\":\"2026-01-01T00:00:00Z\",\"message\":" + message
                + ",\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":10,\"eval_count\":5}";
    }

    private static AiMessage called() {
        Provider.answers(answer("{\"role\":\"assistant\",\"content\":\"\",\"thinking\":\"Hm.\",\"tool_calls\":["
                + "{\"function\":{\"name\":\"look\",\"arguments\":{\"zulu\":1.50,\"alpha\":12345678901234567890}}}]}"));
        return client().chat(HELLO).aiMessage();
    }

    private static JsonNode sentAfter(AiMessage called) {
        ToolExecutionRequest call = called.toolExecutionRequests().get(0);
        Provider.answers(answer("{\"role\":\"assistant\",\"content\":\"Yes.\"}"));
        client().chat(HELLO, called, ToolExecutionResultMessage.from(call, "found"));
        return Provider.lastSent().get("messages");
    }

    @Row(7)
    void sendsToolResultsWithoutIdAndName() {
        assertThat(sentAfter(called()).get(2).toString()).isEqualTo("{\"role\":\"tool\",\"content\":\"found\"}");
    }

    @Row(8)
    void returnsThinkingButDoesNotSendIt() {
        AiMessage called = called();

        assertThat(called.thinking()).isEqualTo("Hm.");
        JsonNode sent = sentAfter(called).get(1);
        assertThat(sent.toString()).doesNotContain("Hm.", "thinking");
        assertThat(sent.at("/tool_calls/0/id").asText("")).isEmpty();
    }

    @Row(9)
    void sendsArgumentsWithAllDigitsInAnotherOrder() {
        AiMessage called = AiMessage.from(ToolExecutionRequest.builder()
                .name("look")
                .arguments("{\"zulu\":1.5,\"alpha\":12345678901234567890}")
                .build());

        assertThat(sentAfter(called).at("/1/tool_calls/0/function/arguments").toString())
                .isEqualTo("{\"alpha\":12345678901234567890,\"zulu\":1.5}");
    }
}
