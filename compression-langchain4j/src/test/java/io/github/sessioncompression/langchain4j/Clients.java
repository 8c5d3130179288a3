package io.github.sessioncompression.langchain4j;

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
import io.github.sessioncompression.stub.AnthropicStub;
import io.github.sessioncompression.stub.GeminiStub;
import io.github.sessioncompression.stub.OllamaStub;
import io.github.sessioncompression.stub.OpenAiStub;
import io.github.sessioncompression.stub.ProviderStub;
import java.time.Duration;

/** LangChain4j's clients for the providers, without retries of their own, and the providers' stubs. */
enum Clients {
    OPENAI("This model's maximum context length is %d tokens. However, your messages resulted in %d tokens.") {
        @Override
        ProviderStub start() {
            return OpenAiStub.start();
        }

        @Override
        ChatModel model(String url, Duration timeout) {
            return OpenAiChatModel.builder()
                    .baseUrl(url)
                    .apiKey("none")
                    .modelName("gpt-4.1")
                    .maxRetries(0)
                    .timeout(timeout)
                    .build();
        }

        @Override
        StreamingChatModel streaming(String url, Duration timeout) {
            return OpenAiStreamingChatModel.builder()
                    .baseUrl(url)
                    .apiKey("none")
                    .modelName("gpt-4.1")
                    .timeout(timeout)
                    .build();
        }
    },
    ANTHROPIC("prompt is too long: %2$d tokens > %1$d maximum") {
        @Override
        ProviderStub start() {
            return AnthropicStub.start();
        }

        @Override
        ChatModel model(String url, Duration timeout) {
            return AnthropicChatModel.builder()
                    .baseUrl(url)
                    .apiKey("none")
                    .modelName("claude-sonnet-4-5")
                    .maxRetries(0)
                    .timeout(timeout)
                    .build();
        }

        @Override
        StreamingChatModel streaming(String url, Duration timeout) {
            return AnthropicStreamingChatModel.builder()
                    .baseUrl(url)
                    .apiKey("none")
                    .modelName("claude-sonnet-4-5")
                    .timeout(timeout)
                    .build();
        }
    },
    GEMINI("The input token count (%2$d) exceeds the maximum number of tokens allowed (%1$d).") {
        @Override
        ProviderStub start() {
            return GeminiStub.start();
        }

        @Override
        ChatModel model(String url, Duration timeout) {
            return GoogleAiGeminiChatModel.builder()
                    .baseUrl(url)
                    .apiKey("none")
                    .modelName("gemini-2.5-flash")
                    .maxRetries(0)
                    .timeout(timeout)
                    .build();
        }

        @Override
        StreamingChatModel streaming(String url, Duration timeout) {
            return GoogleAiGeminiStreamingChatModel.builder()
                    .baseUrl(url)
                    .apiKey("none")
                    .modelName("gemini-2.5-flash")
                    .timeout(timeout)
                    .build();
        }
    },
    OLLAMA("the input length exceeds the context length") {
        @Override
        ProviderStub start() {
            return OllamaStub.start();
        }

        @Override
        ChatModel model(String url, Duration timeout) {
            return OllamaChatModel.builder()
                    .baseUrl(url)
                    .modelName("qwen3:8b")
                    .maxRetries(0)
                    .timeout(timeout)
                    .build();
        }

        @Override
        StreamingChatModel streaming(String url, Duration timeout) {
            return OllamaStreamingChatModel.builder()
                    .baseUrl(url)
                    .modelName("qwen3:8b")
                    .timeout(timeout)
                    .build();
        }
    };

    private final String tooLong;

    Clients(String tooLong) {
        this.tooLong = tooLong;
    }

    /** Provider's refusal of a request that is too long. */
    String tooLong(int limit, int requested) {
        return String.format(tooLong, limit, requested);
    }

    abstract ProviderStub start();

    abstract ChatModel model(String url, Duration timeout);

    abstract StreamingChatModel streaming(String url, Duration timeout);
}
