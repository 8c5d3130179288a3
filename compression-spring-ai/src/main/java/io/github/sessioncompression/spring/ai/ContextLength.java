package io.github.sessioncompression.spring.ai;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a provider's refusal of a request as too long.
 *
 * <p>Every client throws its own exception, some with the provider's words in the message, some with the body beside it. So the
 * words are looked for, as the providers have them. Takes linear time; nothing of a message is kept.
 */
final class ContextLength {
    private static final int MOST_CAUSES = 16;
    private static final int MOST_CHARACTERS = 20_000;

    private static final List<String> WORDS = List.of(
            // OpenAI, Azure, DeepSeek, vLLM and those that speak like them
            "context_length_exceeded",
            "maximum context length",
            "exceeds the context window",
            "exceeds the available context size",
            "exceed_context_size_error",
            "reduce the length of the messages",
            // Anthropic
            "prompt is too long",
            "exceed context limit",
            // Gemini
            "exceeds the maximum number of tokens allowed",
            // Bedrock
            "input is too long for requested model",
            // xAI
            "maximum prompt length",
            // Mistral
            "too large for model with",
            // Cohere
            "too many tokens: total number of tokens");

    private ContextLength() {}

    /** Whether {@code failure} or one of its causes says that a request was too long for the model's window. */
    static boolean isExceeded(Throwable failure) {
        Throwable thrown = failure;
        for (int i = 0; thrown != null && i < MOST_CAUSES; i++) {
            if (saysSo(thrown.getMessage()) || saysSo(Accessor.read(thrown, "getResponseBodyAsString"))) {
                return true;
            }
            thrown = thrown.getCause();
        }
        return false;
    }

    private static boolean saysSo(@Nullable Object words) {
        if (!(words instanceof String text)) {
            return false;
        }
        String start = text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS);
        String lower = start.toLowerCase(Locale.ROOT);
        return WORDS.stream().anyMatch(lower::contains);
    }
}
