package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.GeminiStub;
import io.github.sessioncompression.stub.OllamaStub;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import io.github.sessioncompression.stub.SentMessage;
import io.github.sessioncompression.token.Usage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The stubs answer as the real clients understand it, and understand what the real clients send. */
@Tag("once")
class ProviderStubTest {
    private static final String LONG_TEXT = "A long enough answer to come in several pieces. 🙂 Good-bye.";
    private static final ToolSpecification WEATHER =
            ToolSpecification.builder().name("weather").build();

    /** A provider: its stub and its clients. */
    record Provider(
            String name,
            Supplier<ProviderStub> stub,
            Function<String, ChatModel> model,
            Function<String, StreamingChatModel> streaming) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Provider> providers() {
        return List.of(
                new Provider(
                        "OpenAI",
                        OpenAiStub::start,
                        url -> OpenAiChatModel.builder()
                                .baseUrl(url)
                                .apiKey("none")
                                .modelName("gpt-4.1")
                                .maxRetries(0)
                                .build(),
                        url -> OpenAiStreamingChatModel.builder()
                                .baseUrl(url)
                                .apiKey("none")
                                .modelName("gpt-4.1")
                                .build()),
                new Provider(
                        "Anthropic",
                        AnthropicStub::start,
                        url -> AnthropicChatModel.builder()
                                .baseUrl(url)
                                .apiKey("none")
                                .modelName("claude-sonnet-4-5")
                                .maxRetries(0)
                                .build(),
                        url -> AnthropicStreamingChatModel.builder()
                                .baseUrl(url)
                                .apiKey("none")
                                .modelName("claude-sonnet-4-5")
                                .build()),
                new Provider(
                        "Gemini",
                        GeminiStub::start,
                        url -> GoogleAiGeminiChatModel.builder()
                                .baseUrl(url)
                                .apiKey("none")
                                .modelName("gemini-2.5-flash")
                                .maxRetries(0)
                                .build(),
                        url -> GoogleAiGeminiStreamingChatModel.builder()
                                .baseUrl(url)
                                .apiKey("none")
                                .modelName("gemini-2.5-flash")
                                .build()),
                new Provider(
                        "Ollama",
                        OllamaStub::start,
                        url -> OllamaChatModel.builder()
                                .baseUrl(url)
                                .modelName("qwen3:8b")
                                .maxRetries(0)
                                .build(),
                        url -> OllamaStreamingChatModel.builder()
                                .baseUrl(url)
                                .modelName("qwen3:8b")
                                .build()));
    }

    @ParameterizedTest
    @MethodSource("providers")
    void holdsAWholeToolTurn(Provider provider) {
        try (ProviderStub stub = provider.stub.get()) {
            ChatModel model = provider.model.apply(stub.baseUrl());
            stub.next(
                    Reply.calls(
                            new Reply.Call("weather", Map.of("city", "Zürich")),
                            new Reply.Call("weather", Map.of("city", "Genève"))),
                    Reply.text("Sunny in both.").costing(Usage.of(90, 7)));
            UserMessage question = UserMessage.from("Weather?");
            ChatResponse calls = model.chat(request(question));
            assertCalls(calls);
            List<ToolExecutionRequest> asked = calls.aiMessage().toolExecutionRequests();

            ChatResponse answer = model.chat(ChatRequest.builder()
                    .messages(
                            SystemMessage.from("Be brief."),
                            question,
                            calls.aiMessage(),
                            ToolExecutionResultMessage.from(asked.get(0), "sunny"),
                            ToolExecutionResultMessage.from(asked.get(1), "sunny too"))
                    .toolSpecifications(WEATHER)
                    .build());

            assertThat(answer.aiMessage().text()).isEqualTo("Sunny in both.");
            assertThat(answer.tokenUsage().inputTokenCount()).isEqualTo(90);
            Sent sent = stub.lastSent();
            assertThat(sent.system()).isEqualTo("Be brief.");
            assertThat(sent.tools()).containsExactly("weather");
            assertThat(sent.messages())
                    .extracting(SentMessage::role)
                    .containsExactly(SentMessage.USER, SentMessage.ASSISTANT, SentMessage.TOOL, SentMessage.TOOL);
            assertThat(sent.messages().get(1).calls()).hasSize(2);
            assertThat(sent.messages().get(3).text()).contains("sunny too");
            assertThat(sent.messages().get(3).answers())
                    .isEqualTo(sent.messages().get(1).calls().get(1));
            assertThat(stub.refusals()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void streamsTextAndParallelCalls(Provider provider) {
        try (ProviderStub stub = provider.stub.get()) {
            StreamingChatModel model = provider.streaming.apply(stub.baseUrl());
            stub.next(
                    Reply.text(LONG_TEXT).costing(Usage.of(90, 7)),
                    Reply.calls(
                            new Reply.Call("weather", Map.of("city", "Zürich")),
                            new Reply.Call("weather", Map.of("city", "Genève"))));

            StringBuilder pieces = new StringBuilder();
            ChatResponse answer = stream(model, pieces);

            assertThat(answer.aiMessage().text()).isEqualTo(LONG_TEXT);
            assertThat(pieces).hasToString(LONG_TEXT);
            assertThat(answer.tokenUsage().inputTokenCount()).isEqualTo(90);
            assertThat(answer.tokenUsage().outputTokenCount()).isEqualTo(7);
            assertThat(stub.lastSent().streaming()).isTrue();
            assertCalls(stream(model, pieces));
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void failsAsTheProviderWould(Provider provider) {
        try (ProviderStub stub = provider.stub.get()) {
            stub.answers(new Reply.Failure(429, "not so fast"));

            assertThatThrownBy(() -> provider.model.apply(stub.baseUrl()).chat(UserMessage.from("Weather?")))
                    .isInstanceOf(RateLimitException.class)
                    .hasMessageContaining("not so fast");
            assertThatThrownBy(() -> stream(provider.streaming.apply(stub.baseUrl()), new StringBuilder()))
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(RateLimitException.class);
        }
    }

    private static void assertCalls(ChatResponse response) {
        assertThat(response.aiMessage().toolExecutionRequests())
                .extracting(ToolExecutionRequest::arguments)
                .map(arguments -> arguments.replaceAll("\\s", ""))
                .containsExactly("{\"city\":\"Zürich\"}", "{\"city\":\"Genève\"}");
    }

    private static ChatRequest request(UserMessage question) {
        return ChatRequest.builder()
                .messages(question)
                .toolSpecifications(WEATHER)
                .build();
    }

    private static ChatResponse stream(StreamingChatModel model, StringBuilder pieces) {
        CompletableFuture<ChatResponse> done = new CompletableFuture<>();
        model.chat(request(UserMessage.from("Weather?")), new StreamingChatResponseHandler() {
            @Override
            public void onPartialResponse(String piece) {
                pieces.append(piece);
            }

            @Override
            public void onCompleteResponse(ChatResponse response) {
                done.complete(response);
            }

            @Override
            public void onError(Throwable error) {
                done.completeExceptionally(error);
            }
        });
        return done.join();
    }
}
