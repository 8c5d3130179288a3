package io.github.sessioncompression.settings;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Policies for single conversations, by their id or by what their id starts with.
 *
 * <p>A pattern is an id, or the beginning of ids followed by {@code *}. The id itself goes before the beginnings, and a
 * longer beginning before a shorter one. Immutable; safe for use by many threads.
 */
public record ConversationPatterns(Map<String, CompressionPolicy> byPattern)
        implements Function<String, @Nullable CompressionPolicy> {
    private static final String ANY = "*";

    /** Copies the map. */
    public ConversationPatterns {
        byPattern = Map.copyOf(byPattern);
    }

    /** True if no conversation has a policy of its own. */
    public boolean isEmpty() {
        return byPattern.isEmpty();
    }

    /** The same patterns with their policies changed. */
    public ConversationPatterns with(UnaryOperator<CompressionPolicy> change) {
        return new ConversationPatterns(byPattern.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> change.apply(entry.getValue()))));
    }

    @Override
    public @Nullable CompressionPolicy apply(String conversationId) {
        CompressionPolicy exact = byPattern.get(conversationId);
        return exact != null
                ? exact
                : byPattern.keySet().stream()
                        .filter(pattern -> pattern.endsWith(ANY)
                                && conversationId.startsWith(pattern.substring(0, pattern.length() - ANY.length())))
                        .max(Comparator.comparingInt(String::length))
                        .map(byPattern::get)
                        .orElse(null);
    }
}
