package io.github.sessioncompression.spring.ai.provider;

import io.github.sessioncompression.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Wire format of a provider's answers. */
enum WireAnswer {
    /** OpenAI's chat completions. */
    OPENAI("stop", "length") {
        @Override
        Map<String, @Nullable Object> body(String model, String text, String end, int input, int cached, int output) {
            Map<String, @Nullable Object> message = of("role", "assistant", "content", text);
            message.put("refusal", null);
            Map<String, @Nullable Object> choice = of("index", 0, "message", message, "finish_reason", end);
            choice.put("logprobs", null);
            return completion(
                    "chatcmpl-1",
                    model,
                    choice,
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
        String error(String message) {
            return Json.write(of("error", of("message", message, "type", "invalid_request_error", "code", "invalid")));
        }
    },

    /** Anthropic's messages. */
    ANTHROPIC("end_turn", "max_tokens") {
        @Override
        Map<String, @Nullable Object> body(String model, String text, String end, int input, int cached, int output) {
            Map<String, @Nullable Object> body = of(
                    "id",
                    "msg_1",
                    "type",
                    "message",
                    "role",
                    "assistant",
                    "model",
                    model,
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
        String error(String message) {
            return Json.write(of("type", "error", "error", of("type", "invalid_request_error", "message", message)));
        }
    },

    /** Ollama's chat. */
    OLLAMA("stop", "length") {
        @Override
        Map<String, @Nullable Object> body(String model, String text, String end, int input, int cached, int output) {
            return of(
                    "model",
                    model,
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
        String error(String message) {
            return Json.write(of("error", message));
        }
    },

    /** Google's generateContent. */
    GOOGLE("STOP", "MAX_TOKENS") {
        @Override
        Map<String, @Nullable Object> body(String model, String text, String end, int input, int cached, int output) {
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
                    model);
        }

        @Override
        String error(String message) {
            return Json.write(of("error", of("code", 400, "message", message, "status", "INVALID_ARGUMENT")));
        }
    },

    /** Mistral's chat completions. */
    MISTRAL("stop", "length") {
        @Override
        Map<String, @Nullable Object> body(String model, String text, String end, int input, int cached, int output) {
            Map<String, @Nullable Object> choice =
                    of("index", 0, "message", of("role", "assistant", "content", text), "finish_reason", end);
            return completion(
                    "cmpl-1",
                    model,
                    choice,
                    of("prompt_tokens", input, "completion_tokens", output, "total_tokens", input + output));
        }

        @Override
        String error(String message) {
            return Json.write(of("object", "error", "message", message, "type", "invalid_request_error"));
        }
    },

    /** Bedrock's Converse. */
    BEDROCK("end_turn", "max_tokens") {
        @Override
        Map<String, @Nullable Object> body(String model, String text, String end, int input, int cached, int output) {
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
        String error(String message) {
            return Json.write(of("message", message));
        }
    };

    private final String done;
    private final String cutOff;

    WireAnswer(String done, String cutOff) {
        this.done = done;
        this.cutOff = cutOff;
    }

    /** An answer; {@code cached} of the {@code input} tokens came from the cache. */
    abstract Map<String, @Nullable Object> body(
            String model, String text, String end, int input, int cached, int output);

    /** An error. */
    abstract String error(String message);

    /** The word for an answer that ended by itself. */
    String done() {
        return done;
    }

    /** The word for an answer that hit the output limit. */
    String cutOff() {
        return cutOff;
    }

    /** As OpenAI says it, and others after it. */
    private static Map<String, @Nullable Object> completion(
            String id, String model, Map<String, @Nullable Object> choice, Map<String, @Nullable Object> usage) {
        return of(
                "id",
                id,
                "object",
                "chat.completion",
                "created",
                1_760_000_000,
                "model",
                model,
                "choices",
                List.of(choice),
                "usage",
                usage);
    }

    private static Map<String, @Nullable Object> of(Object... namesAndValues) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            json.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return json;
    }
}
