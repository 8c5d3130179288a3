package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.store.jdbc.TwoClients;
import java.util.concurrent.CompletableFuture;
import java.util.function.BinaryOperator;

/** A process of its own with an AI service; the second of two streams. */
public final class AiServiceProcess implements TwoClients.Framework {
    private AiServiceProcess() {}

    /** Asks and answers. */
    public static void main(String[] arguments) {
        TwoClients.ask(new AiServiceProcess(), arguments);
    }

    interface Assistant {
        String chat(@MemoryId String id, @UserMessage String question);
    }

    interface StreamingAssistant {
        TokenStream chat(@MemoryId String id, @UserMessage String question);
    }

    /** The tool. */
    public static final class Stock {
        /** Finds something. */
        @Tool(name = TwoClients.TOOL, value = "looks something up")
        public String lookup(String topic) {
            return "Found for " + topic + ": " + "there is soil in the back of the shop. ".repeat(12);
        }
    }

    private static OpenAiChatModel model(String provider) {
        return OpenAiChatModel.builder()
                .baseUrl(provider + "/v1")
                .apiKey("none")
                .modelName("gpt-4.1")
                .maxRetries(0)
                .build();
    }

    @Override
    public StructuredModel compressing(String provider) {
        return StructuredChatModel.of(model(provider));
    }

    @Override
    public BinaryOperator<String> chatting(SessionCompressor compressor, String provider, int process) {
        CompressingChatMemoryProvider memories =
                CompressingChatMemoryProvider.builder().compressor(compressor).build();
        if (process == 0) {
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(memories.guard(model(provider)))
                    .chatMemoryProvider(memories)
                    .tools(new Stock())
                    .systemMessageProvider(id -> "You help the customers of a garden shop.")
                    .build();
            return assistant::chat;
        }
        StreamingAssistant assistant = AiServices.builder(StreamingAssistant.class)
                .streamingChatModel(memories.guard(OpenAiStreamingChatModel.builder()
                        .baseUrl(provider + "/v1")
                        .apiKey("none")
                        .modelName("gpt-4.1")
                        .build()))
                .chatMemoryProvider(memories)
                .tools(new Stock())
                .systemMessageProvider(id -> "You help the customers of a garden shop.")
                .build();
        return (chat, question) -> {
            CompletableFuture<String> answer = new CompletableFuture<>();
            assistant
                    .chat(chat, question)
                    .onPartialResponse(piece -> {})
                    .onCompleteResponse(
                            response -> answer.complete(response.aiMessage().text()))
                    .onError(answer::completeExceptionally)
                    .start();
            return answer.join();
        };
    }
}
