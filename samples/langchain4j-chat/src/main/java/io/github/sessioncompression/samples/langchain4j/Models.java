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
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** LangChain4j's clients for one model: one that talks, and one that compresses. */
record Models(Provider provider, String baseUrl, String key, String model, CompressionPolicy policy) {
    /** Ollama's models know longer contexts than its server grants; this much fits most machines. In tokens. */
    private static final int OLLAMA_WINDOW = 8_192;

    /** Provider of the model, with its address and a small model of its own. */
    enum Provider {
        OPENAI("https://api.openai.com/v1", "gpt-4o-mini"),
        ANTHROPIC("https://api.anthropic.com/v1", "claude-haiku-4-5"),
        GEMINI("https://generativelanguage.googleapis.com/v1beta", "gemini-2.5-flash"),
        OLLAMA("http://localhost:11434", "llama3.2");

        private final String baseUrl;
        private final String model;

        Provider(String baseUrl, String model) {
            this.baseUrl = baseUrl;
            this.model = model;
        }
    }

    /**
     * The clients for the first provider that {@code environment} has a key for, or a server of Ollama's; empty if there is none.
     *
     * @param model {@code null} for a small one of the provider's
     * @param contextWindow in tokens; {@code null} for what is known of the model
     */
    static Optional<Models> of(
            Map<String, String> environment, @Nullable String model, @Nullable Integer contextWindow) {
        for (Provider provider : Provider.values()) {
            String key = environment.getOrDefault(provider + "_API_KEY", "");
            String url = environment.getOrDefault(provider + "_BASE_URL", "");
            if (!key.isBlank() || !url.isBlank()) {
                String named = model == null ? provider.model : model;
                return Optional.of(new Models(
                        provider,
                        url.isBlank() ? provider.baseUrl : url.strip(),
                        key.isBlank() ? "none" : key.strip(),
                        named,
                        policy(provider, named, contextWindow)));
            }
        }
        return Optional.empty();
    }

    private static CompressionPolicy policy(Provider provider, String model, @Nullable Integer contextWindow) {
        if (contextWindow != null) {
            return CompressionPolicy.forWindow(contextWindow);
        }
        return provider == Provider.OLLAMA
                ? CompressionPolicy.forWindow(OLLAMA_WINDOW)
                : CompressionPolicy.defaults().withModelName(model);
    }

    /** The model that talks. */
    StreamingChatModel streaming() {
        return switch (provider) {
            case OPENAI ->
                OpenAiStreamingChatModel.builder()
                        .baseUrl(baseUrl)
                        .apiKey(key)
                        .modelName(model)
                        .build();
            case ANTHROPIC ->
                AnthropicStreamingChatModel.builder()
                        .baseUrl(baseUrl)
                        .apiKey(key)
                        .modelName(model)
                        .cacheSystemMessages(true)
                        .build();
            case GEMINI ->
                GoogleAiGeminiStreamingChatModel.builder()
                        .baseUrl(baseUrl)
                        .apiKey(key)
                        .modelName(model)
                        .build();
            case OLLAMA ->
                OllamaStreamingChatModel.builder()
                        .baseUrl(baseUrl)
                        .modelName(model)
                        .numCtx(policy.contextWindow())
                        .build();
        };
    }

    /** The same model as the one that compresses: without retries of its own, they are the compression's. */
    ChatModel compressing() {
        return switch (provider) {
            case OPENAI ->
                OpenAiChatModel.builder()
                        .baseUrl(baseUrl)
                        .apiKey(key)
                        .modelName(model)
                        .maxRetries(0)
                        .build();
            case ANTHROPIC ->
                AnthropicChatModel.builder()
                        .baseUrl(baseUrl)
                        .apiKey(key)
                        .modelName(model)
                        .maxRetries(0)
                        .build();
            case GEMINI ->
                GoogleAiGeminiChatModel.builder()
                        .baseUrl(baseUrl)
                        .apiKey(key)
                        .modelName(model)
                        .maxRetries(0)
                        .build();
            case OLLAMA ->
                OllamaChatModel.builder()
                        .baseUrl(baseUrl)
                        .modelName(model)
                        .numCtx(policy.contextWindow())
                        .maxRetries(0)
                        .build();
        };
    }

    /** The model and where it is, without the key. */
    @Override
    public String toString() {
        return model + " at " + baseUrl;
    }
}
