package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import java.util.ArrayList;
import java.util.List;

/** Gemini's client of LangChain4j. */
class LangChain4jGeminiTest {
    private static final UserMessage HELLO = UserMessage.from("Hello");
    private static final String YES =
            "{\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"{}\"}]},\"finishReason\":\"STOP\"}],"
                    + "\"usageMetadata\":{\"promptTokenCount\":10,\"candidatesTokenCount\":5,\"totalTokenCount\":15}}";

    private static GoogleAiGeminiChatModel client() {
        return GoogleAiGeminiChatModel.builder()
                .baseUrl(Provider.url() + "/v1beta")
                .apiKey("none")
                .modelName("gemini-2.5-flash")
                .maxRetries(0)
                .build();
    }

    @Row(6)
    void sendsPropertiesInAnotherOrder() {
        Provider.answers(YES);
        List<String> names = List.of("zulu", "mike", "alpha", "kilo", "bravo");
        JsonObjectSchema.Builder root = JsonObjectSchema.builder();
        names.forEach(root::addStringProperty);
        ResponseFormat format = ResponseFormat.builder()
                .type(ResponseFormatType.JSON)
                .jsonSchema(JsonSchema.builder()
                        .name("state")
                        .rootElement(root.build())
                        .build())
                .build();

        client().chat(ChatRequest.builder()
                .messages(HELLO)
                .responseFormat(format)
                .build());

        JsonNode schema = Provider.lastSent().findValue("properties");
        List<String> sent = new ArrayList<>();
        schema.fieldNames().forEachRemaining(sent::add);
        assertThat(sent).containsExactlyInAnyOrderElementsOf(names).isNotEqualTo(names);
        assertThat(Provider.lastSent().toString()).doesNotContain("propertyOrdering");
    }

    @Row(15)
    void sendsParallelResultsApartAndAsStrings() {
        Provider.answers(YES);
        ToolExecutionRequest one = request("c1", "first");
        ToolExecutionRequest two = request("c2", "second");

        client().chat(
                        HELLO,
                        AiMessage.from(one, two),
                        ToolExecutionResultMessage.from(one, "{\"a\":1}"),
                        ToolExecutionResultMessage.from(two, "plain"));

        JsonNode contents = Provider.lastSent().get("contents");
        assertThat(contents).hasSize(4);
        assertThat(contents.at("/2/role").asText()).isEqualTo("user");
        assertThat(contents.at("/3/role").asText()).isEqualTo("user");
        assertThat(contents.at("/2/parts/0/functionResponse/response/response").asText())
                .isEqualTo("{\"a\":1}");
    }

    private static ToolExecutionRequest request(String id, String name) {
        return ToolExecutionRequest.builder().id(id).name(name).arguments("{}").build();
    }

    @Row(16)
    void failsWithNullPointerIfPromptIsBlocked() {
        Provider.answers(
                "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"},\"usageMetadata\":{\"promptTokenCount\":10}}");

        assertThatThrownBy(() -> client().chat(HELLO)).hasStackTraceContaining("NullPointerException");
    }
}
