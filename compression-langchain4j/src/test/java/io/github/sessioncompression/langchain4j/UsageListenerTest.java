package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.stub.Reply;
import io.github.sessioncompression.stub.StrictOpenAiServer;
import io.github.sessioncompression.token.Usage;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UsageListenerTest {
    private final StrictOpenAiServer server = StrictOpenAiServer.start();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(100_000))
            .build();
    private final UsageListener listener = UsageListener.of(id -> compressor.conversation(id.toString()));

    interface Assistant {
        String chat(@MemoryId Object id, @UserMessage String question);
    }

    interface Forgetful {
        String chat(String question);
    }

    interface Streaming {
        TokenStream chat(@MemoryId String id, @UserMessage String question);
    }

    /** A tool. */
    public static final class Weather {
        /** Always the same. */
        @Tool
        public String weather(String city) {
            return "sunny in " + city;
        }
    }

    @AfterEach
    void stop() {
        compressor.close();
        server.close();
    }

    private OpenAiChatModel model() {
        return OpenAiClient.of(server).build();
    }

    private ModelUse usageOf(String id) {
        return compressor.conversation(id).status().stats().chatUsage();
    }

    @Test
    void booksEveryCallOfAToolLoopToItsConversation() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model())
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(100))
                .tools(new Weather())
                .registerListener(listener)
                .build();
        server.next(
                Reply.call("weather", Map.of("city", "Bonn")).costing(new Usage(100, 40, 0, 9, 0)),
                Reply.text("Sunny.").costing(new Usage(20, 150, 0, 5, 3)),
                Reply.text("Hello.").costing(Usage.of(30, 4)));

        assistant.chat("anna", "Weather in Bonn?");
        assistant.chat(7, "Hello");

        assertThat(usageOf("anna")).isEqualTo(new ModelUse(2, 120, 17, 190, 0));
        assertThat(usageOf("7")).isEqualTo(new ModelUse(1, 30, 4, 0, 0));
        assertThat(compressor.stats().chatUsage().calls()).isEqualTo(3);
    }

    @Test
    void measuresTheContextAsTheProviderDoes() {
        CompressingChatMemoryProvider memories =
                CompressingChatMemoryProvider.builder().compressor(compressor).build();
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model())
                .chatMemoryProvider(memories)
                .registerListener(memories.usageListener())
                .build();
        server.answers(Reply.text("Hello.").costing(new Usage(4_000, 1_000, 0, 4, 0)));

        assistant.chat(7, "Hello");
        assistant.chat(7, "Hello again");

        assertThat(memories.conversation(7).status().contextTokens()).isBetween(5_000, 5_030);
        assertThat(memories.conversation(7).status().stats().chatUsage())
                .isEqualTo(new ModelUse(2, 8_000, 8, 2_000, 0));
    }

    @Test
    void booksStreamedCallsToo() {
        Streaming assistant = AiServices.builder(Streaming.class)
                .streamingChatModel(OpenAiStreamingChatModel.builder()
                        .baseUrl(server.baseUrl())
                        .apiKey("none")
                        .modelName("gpt-4.1")
                        .build())
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(100))
                .tools(new Weather())
                .registerListener(listener)
                .build();
        server.next(
                Reply.call("weather", Map.of("city", "Bonn")).costing(new Usage(100, 40, 0, 9, 0)),
                Reply.text("Sunny.").costing(new Usage(20, 150, 0, 5, 0)));
        CompletableFuture<Object> done = new CompletableFuture<>();

        assistant
                .chat("anna", "Weather in Bonn?")
                .onPartialResponse(piece -> {})
                .onCompleteResponse(done::complete)
                .onError(done::completeExceptionally)
                .start();
        done.join();

        assertThat(usageOf("anna")).isEqualTo(new ModelUse(2, 120, 14, 190, 0));
    }

    @Test
    void booksAServiceWithoutMemoryIdsToTheDefaultConversation() {
        Forgetful assistant = AiServices.builder(Forgetful.class)
                .chatModel(model())
                .chatMemory(MessageWindowChatMemory.withMaxMessages(100))
                .registerListener(listener)
                .build();
        server.answers(Reply.text("Hello.").costing(Usage.of(30, 4)));

        assistant.chat("Hello");

        assertThat(usageOf("default")).isEqualTo(new ModelUse(1, 30, 4, 0, 0));
    }

    @Test
    void ignoresCallWithoutUsage() {
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model())
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(100))
                .registerListener(listener)
                .build();
        server.answers(new Reply.Raw(
                200,
                "{\"id\":\"1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Hello.\"},"
                        + "\"finish_reason\":\"stop\"}]}"));

        assertThat(assistant.chat("anna", "Hello")).isEqualTo("Hello.");

        assertThat(usageOf("anna")).isEqualTo(ModelUse.NONE);
    }
}
