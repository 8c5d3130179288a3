package io.github.sessioncompression.replay;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import io.github.sessioncompression.langchain4j.StructuredChatModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.model.StructuredModel.StructuredOutput;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** LangChain4j's clients. Made by its name; left out of the build by the profile {@code bare}. */
final class LangChain4jClients implements Compressor.Clients {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    LangChain4jClients() {}

    @Override
    public StructuredModel model(
            Compressor.Provider provider, String name, String url, @Nullable String key, int window) {
        ChatModel model =
                switch (provider) {
                    case OPENAI ->
                        OpenAiChatModel.builder()
                                .baseUrl(url)
                                .apiKey(key)
                                .modelName(name)
                                .timeout(TIMEOUT)
                                .maxRetries(0)
                                .build();
                    case ANTHROPIC ->
                        AnthropicChatModel.builder()
                                .baseUrl(url)
                                .apiKey(key)
                                .modelName(name)
                                .timeout(TIMEOUT)
                                .maxRetries(0)
                                .build();
                    case GEMINI ->
                        GoogleAiGeminiChatModel.builder()
                                .baseUrl(url)
                                .apiKey(key)
                                .modelName(name)
                                .timeout(TIMEOUT)
                                .maxRetries(0)
                                .build();
                    case OLLAMA ->
                        OllamaChatModel.builder()
                                .baseUrl(url)
                                .modelName(name)
                                .numCtx(window)
                                .timeout(TIMEOUT)
                                .maxRetries(0)
                                .build();
                };
        return StructuredChatModel.of(model, StructuredOutput.JSON_SCHEMA);
    }
}
