package io.github.sessioncompression.model;

import java.util.List;
import java.util.Locale;

/**
 * Reads a provider's refusal of thinking that it was sent back, in small letters, one table for all providers.
 *
 * <p>The words are those of the providers' own messages, specific enough to stand in no other refusal.
 */
final class ThinkingWords {
    private static final List<String> WORDINGS = List.of(
            // Anthropic, also at Bedrock and Vertex
            "invalid `signature` in `thinking` block",
            "bound to a different conversation",
            "blocks in the latest assistant message cannot be modified",
            // Gemini, Vertex
            "thought signature is not valid",
            "corrupted thought signature",
            "invalid thought signature",
            // OpenAI, Azure
            "invalid_encrypted_content");

    private ThinkingWords() {}

    static boolean areIn(String words) {
        String small = words.toLowerCase(Locale.ROOT);
        return WORDINGS.stream().anyMatch(small::contains);
    }
}
