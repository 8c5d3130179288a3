package io.github.sessioncompression.langchain4j;

import static io.github.sessioncompression.langchain4j.FakeChatModel.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.output.FinishReason;
import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.ProviderFailure;
import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import io.github.sessioncompression.model.StructuredModel.StructuredOutput;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StructuredChatModelTest {
    private static final ModelRequest REQUEST = StructuredChatModelContract.request();
    private static final ToolSpecification TOOL =
            ToolSpecification.builder().name("weather").build();

    private final List<ProviderStub> open = new ArrayList<>();
    private final Warnings warnings = new Warnings();

    @AfterEach
    void stop() {
        warnings.close();
        open.forEach(ProviderStub::close);
    }

    private <S extends ProviderStub> S opened(S stub) {
        open.add(stub);
        return stub;
    }

    private static OpenAiChatModel.OpenAiChatModelBuilder openAi(StrictOpenAiServer server) {
        return OpenAiChatModel.builder()
                .baseUrl(server.baseUrl())
                .apiKey("none")
                .modelName("gpt-5-mini")
                .supportedCapabilities(Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA))
                .maxRetries(0);
    }

    @Test
    void usesOutputLimitParameterAcceptedByOpenAiModel() {
        StrictOpenAiServer server = opened(StrictOpenAiServer.start());

        StructuredChatModel.of(openAi(server).build()).answer(REQUEST);
        assertThat(server.lastSent().body())
                .containsEntry("max_completion_tokens", 5_000L)
                .doesNotContainKey("max_tokens");

        StructuredChatModel.of(openAi(server).maxCompletionTokens(700).build()).answer(REQUEST);
        assertThat(server.lastSent().body())
                .containsEntry("max_completion_tokens", 5_000L)
                .doesNotContainKey("max_tokens");

        StructuredChatModel.of(
                        openAi(server).modelName("gpt-4.1").maxTokens(700).build())
                .answer(REQUEST);
        assertThat(server.lastSent().body())
                .containsEntry("max_tokens", 5_000L)
                .doesNotContainKey("max_completion_tokens");
        assertThat(server.refusals()).isEmpty();
    }

    @Test
    void keepsOptionsOfModel() {
        StrictOpenAiServer server = opened(StrictOpenAiServer.start());

        StructuredChatModel.of(
                        openAi(server).temperature(0.3).user("compressor").build())
                .answer(REQUEST);

        assertThat(server.lastSent().body())
                .containsEntry("model", "gpt-5-mini")
                .containsEntry("temperature", 0.3)
                .containsEntry("user", "compressor");
    }

    @Test
    void takesOutputLimitFromRefusal() {
        AnthropicStub anthropic = opened(AnthropicStub.start());
        anthropic.answers(sent -> sent.maxOutputTokens() != null && sent.maxOutputTokens() > 4_096
                ? new Reply.Failure(
                        400, "max_tokens: 5000 > 4096, which is the maximum allowed number of output tokens")
                : Reply.text("{}"));
        StructuredChatModel model = StructuredChatModel.of(AnthropicChatModel.builder()
                .baseUrl(anthropic.baseUrl())
                .apiKey("none")
                .modelName("claude-3-haiku-20240307")
                .supportedCapabilities(Set.of(Capability.RESPONSE_FORMAT_JSON_SCHEMA))
                .maxTokens(1_024)
                .maxRetries(0)
                .build());

        model.answer(REQUEST);
        model.answer(REQUEST);

        assertThat(anthropic.sent()).extracting(sent -> sent.maxOutputTokens()).containsExactly(5_000, 4_096, 4_096);
        assertThat(anthropic.sent())
                .allSatisfy(sent -> assertThat(sent.schema()).isNotNull());
        assertThat(warnings.lines()).hasSize(1).first().asString().contains("an output limit above 4096 tokens");
    }

    @Test
    void renamesOutputLimitForOlderServer() {
        StrictOpenAiServer server = opened(StrictOpenAiServer.start());
        server.answers(sent -> sent.body().containsKey("max_completion_tokens")
                ? new Reply.Failure(400, "Unrecognized request argument supplied: max_completion_tokens")
                : Reply.text("{}"));
        StructuredChatModel model =
                StructuredChatModel.of(openAi(server).modelName("llama").build());

        model.answer(REQUEST);
        model.answer(REQUEST);

        assertThat(server.sent()).hasSize(3);
        assertThat(server.lastSent().body())
                .containsEntry("max_tokens", 5_000L)
                .doesNotContainKey("max_completion_tokens")
                .containsKey("response_format");
        assertThat(warnings.lines()).hasSize(1).first().asString().contains("the output limit's usual name");
    }

    @Test
    void usesJsonModeIfOnlySchemaIsRefused() {
        StrictOpenAiServer server = opened(StrictOpenAiServer.start());
        server.answers(sent -> sent.schema() != null
                ? new Reply.Failure(400, "This response_format type is unavailable now")
                : Reply.text("{}"));
        StructuredChatModel model = StructuredChatModel.of(openAi(server).build());

        model.answer(REQUEST);

        assertThat(server.sent()).hasSize(2);
        assertThat(server.lastSent().body()).containsEntry("response_format", Map.of("type", "json_object"));
        assertThat(server.lastSent().question()).contains("valid under this JSON Schema");
    }

    @Test
    void keepsFormAfterTooLongRequest() {
        StrictOpenAiServer server = opened(StrictOpenAiServer.start());
        server.answers(new Reply.Failure(
                400,
                "This model's maximum context length is 4097 tokens, however you requested 5360 tokens (1360 in your"
                        + " prompt; 4000 for the completion)."));
        StructuredChatModel model = StructuredChatModel.of(openAi(server).build());

        assertThatThrownBy(() -> model.answer(REQUEST)).satisfies(thrown -> assertThat(
                        ProviderFailure.of(thrown, Failures.READER).contextLengthExceeded())
                .contains(new ContextLengthExceeded(OptionalInt.of(4_097), OptionalInt.of(5_360))));
        assertThat(server.sent()).hasSize(1);
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void readsTheStatusOfLangChain4jsExceptions() {
        assertThat(status(new RateLimitException("tokens"))).isEqualTo(429);
        assertThat(status(new InvalidRequestException("no"))).isEqualTo(400);
        assertThat(status(new UnsupportedFeatureException("no"))).isEqualTo(400);
        assertThat(status(new IllegalStateException(new HttpException(413, "large"))))
                .isEqualTo(413);
        assertThat(status(new IllegalStateException("no"))).isZero();
    }

    private static int status(Throwable thrown) {
        return ProviderFailure.of(thrown, Failures.READER).status();
    }

    @Test
    void omitsSchemaAndLimitIfBothAreRefused() {
        List<ChatRequest> asked = new ArrayList<>();
        StructuredChatModel model = StructuredChatModel.of(
                new FakeChatModel(request -> {
                    asked.add(request);
                    if (request.responseFormat() != null) {
                        throw new UnsupportedFeatureException("JSON response format is not supported");
                    }
                    if (request.maxOutputTokens() != null) {
                        throw new UnsupportedFeatureException("'maxOutputTokens' is not supported");
                    }
                    return answer("{}", FinishReason.STOP);
                }),
                StructuredOutput.JSON_SCHEMA);

        assertThat(model.answer(REQUEST).text()).isEqualTo("{}");
        assertThat(asked).hasSize(3);
        model.answer(REQUEST);
        assertThat(asked).hasSize(4);
        assertThat(warnings.lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("a response schema and an output limit")
                .doesNotContain("order 1001");
    }

    @Test
    void forgetsRetryFailedForOtherReason() {
        List<ChatRequest> asked = new ArrayList<>();
        StructuredChatModel model = StructuredChatModel.of(
                new FakeChatModel(request -> {
                    asked.add(request);
                    if (request.responseFormat() != null) {
                        throw new UnsupportedFeatureException("JSON response format is not supported");
                    }
                    throw new RateLimitException("not so fast");
                }),
                StructuredOutput.JSON_SCHEMA);

        assertThatThrownBy(() -> model.answer(REQUEST)).isInstanceOf(RateLimitException.class);
        assertThatThrownBy(() -> model.answer(REQUEST)).isInstanceOf(RateLimitException.class);

        assertThat(asked).hasSize(4);
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void rejectsModelWithTools() {
        ChatModel withTools = new FakeChatModel(
                request -> answer("{}", FinishReason.STOP),
                ChatRequestParameters.builder().toolSpecifications(TOOL).build());

        assertThatThrownBy(() -> StructuredChatModel.of(withTools))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("toolSpecifications")
                .hasMessageContaining("1");
    }

    @Test
    void overridesResponseFormatOfChat() {
        ResponseFormat forTheChat = ResponseFormat.builder()
                .type(ResponseFormatType.JSON)
                .jsonSchema(JsonSchema.builder()
                        .name("reply")
                        .rootElement(JsonObjectSchema.builder()
                                .addStringProperty("reply")
                                .build())
                        .build())
                .build();
        List<ChatRequest> asked = new ArrayList<>();
        StructuredChatModel model = StructuredChatModel.of(
                new FakeChatModel(
                        request -> {
                            asked.add(request);
                            return answer("{}", FinishReason.STOP);
                        },
                        ChatRequestParameters.builder()
                                .responseFormat(forTheChat)
                                .build()),
                StructuredOutput.PROMPT);

        model.answer(REQUEST);

        assertThat(asked.get(0).responseFormat()).isEqualTo(ResponseFormat.TEXT);
    }

    @Test
    void tellsTheApplicationsListenersOfEachCallOnce() {
        StrictOpenAiServer server = opened(StrictOpenAiServer.start());
        List<ChatModelRequestContext> told = new ArrayList<>();
        ChatModelListener listener = new ChatModelListener() {
            @Override
            public void onRequest(ChatModelRequestContext context) {
                told.add(context);
            }
        };
        OpenAiChatModel chatModel = openAi(server).listeners(List.of(listener)).build();

        StructuredChatModel.of(chatModel).answer(REQUEST);

        assertThat(told).hasSize(1);
        assertThat(chatModel.listeners()).containsExactly(listener);
    }
}
