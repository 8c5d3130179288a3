package io.github.sessioncompression.spring.ai.provider;

import io.github.sessioncompression.json.Json;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;

/** A provider: how its client is built in this version of Spring AI, and what its answers look like on the wire. */
public enum Provider {
    /** OpenAI's chat completions. */
    OPENAI("org.springframework.ai.openai.OpenAiChatModel", "gpt-4o-mini") {
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

        @Override
        public Map<String, @Nullable Object> body(String text, String end, int input, int cached, int output) {
            Map<String, @Nullable Object> message = of("role", "assistant", "content", text);
            message.put("refusal", null);
            Map<String, @Nullable Object> choice = of("index", 0, "message", message, "finish_reason", end);
            choice.put("logprobs", null);
            return of(
                    "id",
                    "chatcmpl-1",
                    "object",
                    "chat.completion",
                    "created",
                    1_760_000_000,
                    "model",
                    model(),
                    "choices",
                    List.of(choice),
                    "usage",
                    of(
                            "prompt_tokens",
                            input,
                            "completion_tokens",
                            output,
                            "total_tokens",
                            input + output,
                            "prompt_tokens_details",
                            of("cached_tokens", cached)));
        }

        @Override
        public String error(String message) {
            return Json.write(of("error", of("message", message, "type", "invalid_request_error", "code", "invalid")));
        }

        @Override
        public String done() {
            return "stop";
        }

        @Override
        public String cutOff() {
            return "length";
        }
    },

    /** Anthropic's messages. */
    ANTHROPIC("org.springframework.ai.anthropic.AnthropicChatModel", "claude-sonnet-4-5") {
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

        @Override
        public Map<String, @Nullable Object> body(String text, String end, int input, int cached, int output) {
            Map<String, @Nullable Object> body = of(
                    "id",
                    "msg_1",
                    "type",
                    "message",
                    "role",
                    "assistant",
                    "model",
                    model(),
                    "content",
                    text.isEmpty() ? List.of() : List.of(of("type", "text", "text", text)),
                    "stop_reason",
                    end,
                    "usage",
                    of(
                            "input_tokens",
                            input - cached,
                            "cache_read_input_tokens",
                            cached,
                            "cache_creation_input_tokens",
                            0,
                            "output_tokens",
                            output));
            body.put("stop_sequence", null);
            return body;
        }

        @Override
        public String error(String message) {
            return Json.write(of("type", "error", "error", of("type", "invalid_request_error", "message", message)));
        }

        @Override
        public String done() {
            return "end_turn";
        }

        @Override
        public String cutOff() {
            return "max_tokens";
        }
    },

    /** Ollama's chat. */
    OLLAMA("org.springframework.ai.ollama.OllamaChatModel", "qwen3") {
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

        @Override
        public Map<String, @Nullable Object> body(String text, String end, int input, int cached, int output) {
            return of(
                    "model",
                    model(),
                    "created_at",
                    "2026-01-01T00:00:00Z",
                    "message",
                    of("role", "assistant", "content", text),
                    "done",
                    true,
                    "done_reason",
                    end,
                    "prompt_eval_count",
                    input,
                    "eval_count",
                    output);
        }

        @Override
        public String error(String message) {
            return Json.write(of("error", message));
        }

        @Override
        public String done() {
            return "stop";
        }

        @Override
        public String cutOff() {
            return "length";
        }
    },

    /** Google's generateContent. */
    GOOGLE("org.springframework.ai.google.genai.GoogleGenAiChatModel", "gemini-2.5-flash") {
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

        @Override
        public Map<String, @Nullable Object> body(String text, String end, int input, int cached, int output) {
            return of(
                    "candidates",
                    List.of(of(
                            "content",
                            of("role", "model", "parts", List.of(of("text", text))),
                            "finishReason",
                            end,
                            "index",
                            0)),
                    "usageMetadata",
                    of(
                            "promptTokenCount",
                            input,
                            "cachedContentTokenCount",
                            cached,
                            "candidatesTokenCount",
                            output,
                            "totalTokenCount",
                            input + output),
                    "modelVersion",
                    model());
        }

        @Override
        public String error(String message) {
            return Json.write(of("error", of("code", 400, "message", message, "status", "INVALID_ARGUMENT")));
        }

        @Override
        public String done() {
            return "STOP";
        }

        @Override
        public String cutOff() {
            return "MAX_TOKENS";
        }
    },

    /** Mistral's chat completions; its module is there for Spring AI 1.1 only. */
    MISTRAL("org.springframework.ai.mistralai.MistralAiChatModel", "mistral-small-latest") {
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

        @Override
        public Map<String, @Nullable Object> body(String text, String end, int input, int cached, int output) {
            Map<String, @Nullable Object> choice =
                    of("index", 0, "message", of("role", "assistant", "content", text), "finish_reason", end);
            return of(
                    "id",
                    "cmpl-1",
                    "object",
                    "chat.completion",
                    "created",
                    1_760_000_000,
                    "model",
                    model(),
                    "choices",
                    List.of(choice),
                    "usage",
                    of("prompt_tokens", input, "completion_tokens", output, "total_tokens", input + output));
        }

        @Override
        public String error(String message) {
            return Json.write(of("object", "error", "message", message, "type", "invalid_request_error"));
        }

        @Override
        public String done() {
            return "stop";
        }

        @Override
        public String cutOff() {
            return "length";
        }
    },

    /** Bedrock's Converse; its module is there for Spring AI 1.1 only. */
    BEDROCK("org.springframework.ai.bedrock.converse.BedrockProxyChatModel", "anthropic.claude-sonnet-4-5-v1:0") {
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

        @Override
        public Map<String, @Nullable Object> body(String text, String end, int input, int cached, int output) {
            return of(
                    "output",
                    of(
                            "message",
                            of("role", "assistant", "content", text.isEmpty() ? List.of() : List.of(of("text", text)))),
                    "stopReason",
                    end,
                    "usage",
                    of(
                            "inputTokens",
                            input - cached,
                            "outputTokens",
                            output,
                            "totalTokens",
                            input + output,
                            "cacheReadInputTokens",
                            cached),
                    "metrics",
                    of("latencyMs", 1));
        }

        @Override
        public String error(String message) {
            return Json.write(of("message", message));
        }

        @Override
        public String done() {
            return "end_turn";
        }

        @Override
        public String cutOff() {
            return "max_tokens";
        }
    };

    private final String type;
    private final String model;

    Provider(String type, String model) {
        this.type = type;
        this.model = model;
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
    public abstract Map<String, @Nullable Object> body(String text, String end, int input, int cached, int output);

    /** An error on the wire. */
    public abstract String error(String message);

    /** The word for an answer that ended by itself. */
    public abstract String done();

    /** The word for an answer that hit the output limit. */
    public abstract String cutOff();

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

    static Map<String, @Nullable Object> of(Object... namesAndValues) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            json.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return json;
    }
}
