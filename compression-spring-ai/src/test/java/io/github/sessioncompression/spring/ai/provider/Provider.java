package io.github.sessioncompression.spring.ai.provider;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;

/** A provider: how its client is built in this version of Spring AI, and what its answers look like on the wire. */
public enum Provider {
    /** OpenAI's chat completions. */
    OPENAI("org.springframework.ai.openai.OpenAiChatModel", "gpt-4o-mini", WireAnswer.OPENAI) {
        @Override
        public ChatModel client(String url, UnaryOperator<Fluent> options) {
            Fluent own = options.apply(
                    Fluent.of("org.springframework.ai.openai.OpenAiChatOptions").set("model", model()));
            if (SpringAi.IS_TWO) {
                own = own.set("baseUrl", url + "/v1").set("apiKey", "test").set("maxRetries", 0);
                return made(Fluent.of(type()).set("options", own.build()));
            }
            Object api = Fluent.of("org.springframework.ai.openai.api.OpenAiApi")
                    .set("restClientBuilder", SpringAi.restClients())
                    .set("baseUrl", url)
                    .set("apiKey", "test")
                    .build();
            return made(Fluent.of(type())
                    .set("openAiApi", api)
                    .set("defaultOptions", own.build())
                    .set("retryTemplate", SpringAi.onceOnly()));
        }
    },

    /** Anthropic's messages. */
    ANTHROPIC("org.springframework.ai.anthropic.AnthropicChatModel", "claude-sonnet-4-5", WireAnswer.ANTHROPIC) {
        @Override
        public ChatModel client(String url, UnaryOperator<Fluent> options) {
            Fluent own = options.apply(Fluent.of("org.springframework.ai.anthropic.AnthropicChatOptions")
                    .set("model", model()));
            if (SpringAi.IS_TWO) {
                own = own.set("baseUrl", url).set("apiKey", "test").set("maxRetries", 0);
                return made(Fluent.of(type()).set("options", own.build()));
            }
            Object api = Fluent.of("org.springframework.ai.anthropic.api.AnthropicApi")
                    .set("restClientBuilder", SpringAi.restClients())
                    .set("baseUrl", url)
                    .set("apiKey", "test")
                    .build();
            return made(Fluent.of(type())
                    .set("anthropicApi", api)
                    .set("defaultOptions", own.build())
                    .set("retryTemplate", SpringAi.onceOnly()));
        }
    },

    /** Ollama's chat. */
    OLLAMA("org.springframework.ai.ollama.OllamaChatModel", "qwen3", WireAnswer.OLLAMA) {
        @Override
        public ChatModel client(String url, UnaryOperator<Fluent> options) {
            Object api = Fluent.of("org.springframework.ai.ollama.api.OllamaApi")
                    .set("restClientBuilder", SpringAi.restClients())
                    .set("baseUrl", url)
                    .build();
            Object own = options.apply(Fluent.of("org.springframework.ai.ollama.api.OllamaChatOptions")
                            .set("model", model()))
                    .build();
            return made(Fluent.of(type())
                    .set("ollamaApi", api)
                    .setEither("options", "defaultOptions", own)
                    .set("retryTemplate", SpringAi.onceOnly()));
        }
    },

    /** Google's generateContent. */
    GOOGLE("org.springframework.ai.google.genai.GoogleGenAiChatModel", "gemini-2.5-flash", WireAnswer.GOOGLE) {
        @Override
        public ChatModel client(String url, UnaryOperator<Fluent> options) {
            Object http = Fluent.of("com.google.genai.types.HttpOptions")
                    .set("baseUrl", url)
                    .set(
                            "retryOptions",
                            Fluent.of("com.google.genai.types.HttpRetryOptions")
                                    .set("attempts", 1)
                                    .build())
                    .build();
            Object client = Fluent.of("com.google.genai.Client")
                    .set("apiKey", "test")
                    .set("httpOptions", http)
                    .build();
            Object own = options.apply(Fluent.of("org.springframework.ai.google.genai.GoogleGenAiChatOptions")
                            .set("model", model()))
                    .build();
            return made(Fluent.of(type())
                    .set("genAiClient", client)
                    .setEither("options", "defaultOptions", own)
                    .set("retryTemplate", SpringAi.onceOnly()));
        }
    },

    /** Mistral's chat completions; its module is there for Spring AI 1.1 only. */
    MISTRAL("org.springframework.ai.mistralai.MistralAiChatModel", "mistral-small-latest", WireAnswer.MISTRAL) {
        @Override
        public ChatModel client(String url, UnaryOperator<Fluent> options) {
            Object api = Fluent.of("org.springframework.ai.mistralai.api.MistralAiApi")
                    .set("restClientBuilder", SpringAi.restClients())
                    .set("baseUrl", url)
                    .set("apiKey", "test")
                    .build();
            Object own = options.apply(Fluent.of("org.springframework.ai.mistralai.MistralAiChatOptions")
                            .set("model", model()))
                    .build();
            return made(Fluent.of(type())
                    .set("mistralAiApi", api)
                    .setEither("options", "defaultOptions", own)
                    .set("retryTemplate", SpringAi.onceOnly()));
        }
    },

    /** Bedrock's Converse; its module is there for Spring AI 1.1 only. */
    BEDROCK(
            "org.springframework.ai.bedrock.converse.BedrockProxyChatModel",
            "anthropic.claude-sonnet-4-5-v1:0",
            WireAnswer.BEDROCK) {
        @Override
        public ChatModel client(String url, UnaryOperator<Fluent> options) {
            Object own = options.apply(Fluent.of("org.springframework.ai.bedrock.converse.BedrockChatOptions")
                            .set("model", model()))
                    .build();
            return made(Fluent.of(type())
                    .set("bedrockRuntimeClient", BedrockClients.at(URI.create(url)))
                    .set("bedrockRuntimeAsyncClient", BedrockClients.asyncAt(URI.create(url)))
                    .setEither("options", "defaultOptions", own));
        }
    };

    private final String type;
    private final String model;
    private final WireAnswer answer;

    Provider(String type, String model, WireAnswer answer) {
        this.type = type;
        this.model = model;
        this.answer = answer;
    }

    /** Those whose module there is for this version of Spring AI. */
    public static List<Provider> onTheClassPath() {
        return Arrays.stream(values())
                .filter(provider -> SpringAi.has(provider.type))
                .toList();
    }

    String type() {
        return type;
    }

    String model() {
        return model;
    }

    /** A client without retries. */
    public ChatModel client(String url) {
        return client(url, options -> options);
    }

    /**
     * A client without retries.
     *
     * @param url where the stub is
     * @param options adds to the model's own options
     */
    public abstract ChatModel client(String url, UnaryOperator<Fluent> options);

    /** An answer on the wire; {@code cached} of the {@code input} tokens came from the cache. */
    public Map<String, @Nullable Object> body(String text, String end, int input, int cached, int output) {
        return answer.body(model, text, end, input, cached, output);
    }

    /** An error on the wire. */
    public String error(String message) {
        return answer.error(message);
    }

    /** The word for an answer that ended by itself. */
    public String done() {
        return answer.done();
    }

    /** The word for an answer that hit the output limit. */
    public String cutOff() {
        return answer.cutOff();
    }

    /** Anthropic's cache options with that strategy. */
    public static Object anthropicCaching(String strategy) {
        String types = "org.springframework.ai.anthropic." + (SpringAi.IS_TWO ? "" : "api.");
        return Fluent.of(types + "AnthropicCacheOptions")
                .set("strategy", Fluent.call(types + "AnthropicCacheStrategy", "valueOf", strategy))
                .build();
    }

    static ChatModel made(Fluent builder) {
        return (ChatModel) builder.build();
    }
}
