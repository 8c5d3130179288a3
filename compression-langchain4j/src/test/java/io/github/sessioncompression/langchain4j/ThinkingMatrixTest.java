package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.http.client.jdk.JdkHttpClient;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import io.github.sessioncompression.Focus;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Chats with a model of Anthropic that refuses thinking behind any other bytes than those it was made behind: whatever else happens, none is. */
class ThinkingMatrixTest {
    private static final int TURNS = 18;
    private static final int FAILING_TURN = 8;
    private static final int CALLS = 4;

    private final AnthropicStub server = AnthropicStub.start().bindingThinking();
    private final Map<String, Integer> rounds = new ConcurrentHashMap<>();
    private final List<SessionCompressor> compressors = new ArrayList<>();

    /** Place of the one request that fails with HTTP 500. */
    enum Failure {
        NONE,
        QUESTION,
        TOOL_LOOP
    }

    /** Change of what stands before earlier answers. */
    enum Change {
        NONE,
        COMPRESSION,
        PRUNING,
        /** Both, on purpose, by a tool. */
        IN_TOOL
    }

    record Row(boolean guard, boolean system, boolean tools, Failure failure, Change change, boolean stream) {
        boolean isPossible() {
            return tools || (failure != Failure.TOOL_LOOP && change != Change.IN_TOOL && change != Change.PRUNING);
        }
    }

    interface Assistant {
        String chat(String question);
    }

    interface StreamingAssistant {
        TokenStream chat(String question);
    }

    /** A tool with long results. */
    public static final class Stock {
        private final CompressingChatMemory memory;
        private final boolean changes;
        private int calls;

        Stock(CompressingChatMemory memory, boolean changes) {
            this.memory = memory;
            this.changes = changes;
        }

        /** Some text. */
        @Tool("looks up a row")
        public String lookup(int row) {
            if (changes && ++calls % 3 == 0) {
                memory.conversation().prune();
                memory.conversation().compressAll(Focus.none());
            }
            return ("row " + row + ": roses need sun and water, tulips need a cold winter. ").repeat(40);
        }
    }

    @AfterEach
    void stop() {
        compressors.forEach(SessionCompressor::close);
        server.close();
    }

    /** One of four in a landing, any two values in one of them; all under {@code -Pfuzz}. */
    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int bits = 0; bits < 16; bits++) {
            for (Failure failure : Failure.values()) {
                for (Change change : Change.values()) {
                    if (FuzzCases.runs(
                            4, Integer.bitCount(bits), FuzzCases.factor(failure), FuzzCases.factor(change))) {
                        rows.add(new Row(
                                (bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0, failure, change, (bits & 8) > 0));
                    }
                }
            }
        }
        rows.removeIf(row -> !row.isPossible());
        return rows;
    }

    @ParameterizedTest
    @MethodSource("rows")
    @Tag("landing")
    void sendsNoRefusedThinkingInAnyRow(Row row) throws Exception {
        run(row);
    }

    @ParameterizedTest
    @CsvSource({
        "false, false, false, NONE,      NONE,        false",
        "false, true,  false, QUESTION,  NONE,        false",
        "false, true,  true,  NONE,      PRUNING,     false",
        "false, true,  true,  NONE,      COMPRESSION, false",
        "false, false, true,  TOOL_LOOP, NONE,        true",
        "true,  true,  true,  NONE,      IN_TOOL,     false",
        "true,  false, true,  QUESTION,  COMPRESSION, true",
    })
    void sendsNoRefusedThinking(
            boolean guard, boolean system, boolean tools, Failure failure, Change change, boolean stream)
            throws Exception {
        run(new Row(guard, system, tools, failure, change, stream));
    }

    private void run(Row row) throws Exception {
        server.answers(request -> reply(request, row));
        CompressingChatMemory memory = memory(row);

        int failed = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            String question = "Question " + turn + (row.tools() && turn % 4 == 0 ? " [look]" : "")
                    + ": how do I keep the roses on my balcony alive through a long and windy winter?";
            if (row.failure() == Failure.QUESTION && turn == FAILING_TURN) {
                server.next(new Reply.Failure(500, "overloaded"));
            }
            try {
                assertThat(ask(row, memory, question)).contains("one step");
            } catch (Exception e) {
                failed++;
            }
        }

        assertThat(server.refusals()).isEmpty();
        assertThat(failed).isEqualTo(row.failure() == Failure.NONE ? 0 : 1);
        assertThat(server.sent()).as("thinking goes back").anyMatch(sent -> sent.raw()
                .contains("\"signature\""));
        var stats = memory.conversation().status().stats();
        switch (row.change()) {
            case COMPRESSION -> assertThat(stats.compressions()).isPositive();
            case PRUNING -> assertThat(stats.prunings()).isPositive();
            case IN_TOOL -> assertThat(stats.compressions() + stats.prunings()).isPositive();
            case NONE -> assertThat(stats.compressions() + stats.prunings()).isZero();
        }
    }

    private Reply reply(Sent request, Row row) {
        String question = request.question();
        int round = question.contains("[look]") ? rounds.merge(question, 1, Integer::sum) : CALLS + 1;
        if (row.failure() == Failure.TOOL_LOOP && round == 3 && question.contains("Question " + FAILING_TURN)) {
            return new Reply.Failure(500, "overloaded");
        }
        return round <= CALLS
                ? Reply.call("lookup", Map.of("row", round))
                : Reply.text("Here is what I would do about it, one step after the other. ".repeat(6));
    }

    private CompressingChatMemory memory(Row row) {
        Properties settings = new Properties();
        boolean prunes = row.change() == Change.PRUNING;
        String small = row.tools() ? "6000" : "2000";
        String window = row.change() == Change.COMPRESSION ? small : prunes ? "5000" : "200000";
        settings.setProperty("session-compression.context-window", window);
        if (prunes) {
            settings.setProperty("session-compression.state.mode", "off");
            settings.setProperty("session-compression.prune.protect-tokens", "500");
            settings.setProperty("session-compression.prune.min-context-tokens", "1000");
        }
        SessionCompressor compressor = Chats.immediate(CompressionPolicy.of(settings));
        compressors.add(compressor);
        return Chats.memory(compressor);
    }

    private <T> AiServices<T> service(Class<T> type, Row row, CompressingChatMemory memory) {
        AiServices<T> services = AiServices.builder(type).chatMemory(memory);
        if (row.system()) {
            services.systemMessageProvider(id -> "You help the customers of a garden shop.");
        }
        return row.tools() ? services.tools(new Stock(memory, row.change() == Change.IN_TOOL)) : services;
    }

    private String ask(Row row, CompressingChatMemory memory, String question) throws Exception {
        if (!row.stream()) {
            return service(Assistant.class, row, memory)
                    .chatModel(row.guard() ? memory.guard(model()) : model())
                    .build()
                    .chat(question);
        }
        CompletableFuture<String> answer = new CompletableFuture<>();
        service(StreamingAssistant.class, row, memory)
                .streamingChatModel(row.guard() ? memory.guard(streamingModel()) : streamingModel())
                .build()
                .chat(question)
                .onPartialResponse(token -> {})
                .onCompleteResponse(
                        response -> answer.complete(response.aiMessage().text()))
                .onError(answer::completeExceptionally)
                .start();
        return answer.get(30, TimeUnit.SECONDS);
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
}
