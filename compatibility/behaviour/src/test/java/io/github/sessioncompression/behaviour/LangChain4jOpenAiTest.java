package io.github.sessioncompression.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.model.output.FinishReason;
import java.util.concurrent.CompletableFuture;

/** OpenAI's client of LangChain4j. */
class LangChain4jOpenAiTest {
    private static final UserMessage HELLO = UserMessage.from("Hello");
    private static final String REFUSAL = "{\"role\":\"assistant\",\"content\":null,\"refusal\":\"I cannot.\"}";

    private static OpenAiChatModel.OpenAiChatModelBuilder client() {
        return OpenAiChatModel.builder()
                .baseUrl(Provider.url() + "/v1")
                .apiKey("none")
                .modelName("gpt-4.1")
                .maxRetries(0);
    }

    /** The response of a stream. */
    private static ChatResponse stream() {
        CompletableFuture<ChatResponse> response = new CompletableFuture<>();
        OpenAiStreamingChatModel.builder()
                .baseUrl(Provider.url() + "/v1")
                .apiKey("none")
                .modelName("gpt-4.1")
                .build()
                .chat("Hello", new StreamingChatResponseHandler() {
                    @Override
                    public void onPartialResponse(String part) {}

                    @Override
                    public void onCompleteResponse(ChatResponse complete) {
                        response.complete(complete);
                    }

                    @Override
                    public void onError(Throwable error) {
                        response.completeExceptionally(error);
                    }
                });
        return response.join();
    }

    @Row(5)
    void makesOptionalFieldsNullableButNotTheirEnums() {
        Provider.answers(Provider.openAi("{\"role\":\"assistant\",\"content\":\"{}\"}", "stop"));
        JsonObjectSchema root = JsonObjectSchema.builder()
                .addProperty(
                        "list",
                        JsonArraySchema.builder().items(new JsonStringSchema()).build())
                .addStringProperty("words")
                .addProperty(
                        "choice", JsonEnumSchema.builder().enumValues("a", "b").build())
                .required()
                .build();
        ResponseFormat format = ResponseFormat.builder()
                .type(ResponseFormatType.JSON)
                .jsonSchema(JsonSchema.builder().name("state").rootElement(root).build())
                .build();

        client().strictJsonSchema(true)
                .build()
                .chat(ChatRequest.builder()
                        .messages(HELLO)
                        .responseFormat(format)
                        .build());

        JsonNode fields = Provider.lastSent().at("/response_format/json_schema/schema/properties");
        assertThat(fields.at("/list/type").toString()).isEqualTo("[\"array\",\"null\"]");
        assertThat(fields.at("/words/type").toString()).isEqualTo("[\"string\",\"null\"]");
        assertThat(fields.at("/choice/type").toString()).isEqualTo("[\"string\",\"null\"]");
        assertThat(fields.at("/choice/enum").toString()).isEqualTo("[\"a\",\"b\"]");
    }

    @Row(10)
    void throwsForRefusalButStreamsBlankAnswer() {
        Provider.answers(Provider.openAi(REFUSAL, "stop"));
        assertThatThrownBy(() -> client().build().chat(HELLO)).isInstanceOf(ContentFilteredException.class);

        Provider.streams(
                Provider.openAiChunk("{\"role\":\"assistant\",\"refusal\":\"I cannot.\"}", "null", "null"),
                Provider.openAiChunk("{}", "\"stop\"", "null"),
                "[DONE]");
        ChatResponse streamed = stream();
        assertThat(streamed.aiMessage().text()).isNull();
        assertThat(streamed.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Row(11)
    void readsUnknownFinishReasonAsNull() {
        Provider.answers(Provider.openAi("{\"role\":\"assistant\",\"content\":\"Yes\"}", "model_length"));

        assertThat(client().build().chat(HELLO).finishReason()).isNull();
    }

    @Row(12)
    void takesLastUsageOfStream() {
        Provider.streams(
                Provider.openAiChunk(
                        "{\"role\":\"assistant\",\"content\":\"Y\"}",
                        "null",
                        "{\"prompt_tokens\":100,\"completion_tokens\":1,\"total_tokens\":101}"),
                Provider.openAiChunk(
                        "{\"content\":\"es\"}",
                        "\"stop\"",
                        "{\"prompt_tokens\":100,\"completion_tokens\":3,\"total_tokens\":103}"),
                "[DONE]");

        assertThat(stream().tokenUsage()).satisfies(usage -> {
            assertThat(usage.inputTokenCount()).isEqualTo(100);
            assertThat(usage.outputTokenCount()).isEqualTo(3);
        });
    }

    @Row(13)
    void sendsNoContentForThinkingAlone() {
        Provider.answers(Provider.openAi("{\"role\":\"assistant\",\"content\":\"Yes\"}", "stop"));

        client().build().chat(HELLO, AiMessage.builder().thinking("Hm.").build(), UserMessage.from("And?"));

        assertThat(Provider.lastSent().at("/messages/1").toString()).isEqualTo("{\"role\":\"assistant\"}");
    }
}
