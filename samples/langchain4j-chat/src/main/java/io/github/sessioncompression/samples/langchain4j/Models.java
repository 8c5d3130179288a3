package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.time.Duration;

/** LangChain4j's clients for one model. */
final class Models {
    /** How long to wait for the next sign of life. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private Models() {}

    /** The model that talks. */
    static StreamingChatModel streaming(Setup.Ready to) {
        return switch (to.provider()) {
            case OPENAI ->
                OpenAiStreamingChatModel.builder()
                        .baseUrl(to.baseUrl())
                        .apiKey(to.apiKey())
                        .modelName(to.model())
                        .timeout(TIMEOUT)
                        .build();
            case ANTHROPIC ->
                AnthropicStreamingChatModel.builder()
                        .baseUrl(to.baseUrl())
                        .apiKey(to.apiKey())
                        .modelName(to.model())
                        .cacheSystemMessages(true)
                        .timeout(TIMEOUT)
                        .build();
            case GEMINI ->
                GoogleAiGeminiStreamingChatModel.builder()
                        .baseUrl(to.baseUrl())
                        .apiKey(to.apiKey())
                        .modelName(to.model())
                        .timeout(TIMEOUT)
                        .build();
            case OLLAMA ->
                OllamaStreamingChatModel.builder()
                        .baseUrl(to.baseUrl())
                        .modelName(to.model())
                        .numCtx(to.policy().contextWindow())
                        .timeout(TIMEOUT)
                        .build();
        };
    }

    /** The same model as the one that compresses: without retries of its own, they are the compression's. */
    static ChatModel compressing(Setup.Ready to) {
        return switch (to.provider()) {
            case OPENAI ->
                OpenAiChatModel.builder()
                        .baseUrl(to.baseUrl())
                        .apiKey(to.apiKey())
                        .modelName(to.model())
                        .timeout(TIMEOUT)
                        .maxRetries(0)
                        .build();
            case ANTHROPIC ->
                AnthropicChatModel.builder()
                        .baseUrl(to.baseUrl())
                        .apiKey(to.apiKey())
                        .modelName(to.model())
                        .timeout(TIMEOUT)
                        .maxRetries(0)
                        .build();
            case GEMINI ->
                GoogleAiGeminiChatModel.builder()
                        .baseUrl(to.baseUrl())
                        .apiKey(to.apiKey())
                        .modelName(to.model())
                        .timeout(TIMEOUT)
                        .maxRetries(0)
                        .build();
            case OLLAMA ->
                OllamaChatModel.builder()
                        .baseUrl(to.baseUrl())
                        .modelName(to.model())
                        .numCtx(to.policy().contextWindow())
                        .timeout(TIMEOUT)
                        .maxRetries(0)
                        .build();
        };
    }
}
