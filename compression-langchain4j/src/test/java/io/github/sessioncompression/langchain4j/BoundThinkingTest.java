package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Chats with a model of Anthropic whose thinking is signed for everything before it, and refused behind anything else. */
@Tag("once")
class BoundThinkingTest {
    private static final int TURNS = 60;

    private final AnthropicStub server = AnthropicStub.start().bindingThinking();
    private final SessionCompressor compressor = Chats.immediate(CompressionPolicy.forWindow(6_000));
    private final CompressingChatMemory memory = Chats.memory(compressor);
    private final Map<String, Integer> rounds = new ConcurrentHashMap<>();

    interface Assistant {
        @SystemMessage("You help the customers of a garden shop.")
        String chat(String question);
    }

    interface StreamingAssistant {
        @SystemMessage("You help the customers of a garden shop.")
        TokenStream chat(String question);
    }

    /** A tool with long results. */
    public static final class Stock {
        /** Some text. */
        @Tool("looks up a row")
        public String lookup(int row) {
            return ("row " + row + ": roses need sun and water, tulips need a cold winter. ").repeat(40);
        }
    }

    @AfterEach
    void stop() {
        compressor.close();
        server.close();
    }

    private ChatModel model() {
        return AnthropicChatModel.builder()
                .httpClientBuilder(JdkHttpClient.builder())
                .baseUrl(server.baseUrl())
                .apiKey("none")
                .modelName("claude-sonnet-5-5")
                .maxTokens(500)
                .returnThinking(true)
                .sendThinking(true)
                .maxRetries(0)
                .build();
    }

    private StreamingChatModel streamingModel() {
        return AnthropicStreamingChatModel.builder()
                .httpClientBuilder(JdkHttpClient.builder())
                .baseUrl(server.baseUrl())
                .apiKey("none")
                .modelName("claude-sonnet-5-5")
                .maxTokens(500)
                .returnThinking(true)
                .sendThinking(true)
                .build();
    }

    /** Each tenth turn calls a tool ten times, one after the other. */
    private Reply reply(Sent request) {
        String question = request.question();
        return question.contains("5:") && !request.tools().isEmpty() && rounds.merge(question, 1, Integer::sum) <= 10
                ? Reply.call("lookup", Map.of("row", 1))
                : Reply.text("Here is what I would do about it, one step after the other, so that nothing is lost. "
                        .repeat(4));
    }

    private static String question(int turn) {
        return "Question " + turn + ": how do I keep the roses on my balcony alive through a long and windy winter?";
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void answersEachTurn(boolean guarded, boolean tools) {
        server.answers(this::reply);
        AiServices<Assistant> builder = AiServices.builder(Assistant.class)
                .chatModel(guarded ? memory.guard(model()) : model())
                .chatMemory(memory);
        Assistant assistant = (tools ? builder.tools(new Stock()) : builder).build();

        for (int turn = 0; turn < TURNS; turn++) {
            assertThat(assistant.chat(question(turn))).as("turn %s", turn).contains("one step");
        }

        assertThat(memory.conversation().status().stats().compressions()).isPositive();
        assertThat(server.refusals()).isEmpty();
        assertThat(server.sent()).anyMatch(sent -> sent.raw().contains("\"signature\""));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sendsNoThinkingForItsProviderToDrop(boolean guarded) {
        server.droppingThinking().answers(this::reply);
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(guarded ? memory.guard(model()) : model())
                .chatMemory(memory)
                .build();

        for (int turn = 0; turn < TURNS; turn++) {
            assertThat(assistant.chat(question(turn))).contains("one step");
        }

        assertThat(memory.conversation().status().stats().compressions()).isPositive();
        assertThat(server.dropped()).isZero();
    }

    @Test
    void answersEachStreamedTurn() throws Exception {
        server.answers(this::reply);
        StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(memory.guard(streamingModel()))
                .chatMemory(memory)
                .tools(new Stock())
                .build();

        for (int turn = 0; turn < TURNS; turn++) {
            CompletableFuture<String> answer = new CompletableFuture<>();
            assistant
                    .chat(question(turn))
                    .onPartialResponse(token -> {})
                    .onCompleteResponse(
                            response -> answer.complete(response.aiMessage().text()))
                    .onError(answer::completeExceptionally)
                    .start();
            assertThat(answer.get(30, TimeUnit.SECONDS)).contains("one step");
        }

        assertThat(server.refusals()).isEmpty();
    }
}
