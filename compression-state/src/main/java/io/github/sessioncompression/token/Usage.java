package io.github.sessioncompression.token;

import io.github.sessioncompression.option.Bounds;
import java.util.Locale;

/**
 * Tokens of one model call as its provider reports them, each token in one of the five numbers only.
 *
 * <p>One call has the size of a context. The framework's sum over all rounds of a tool loop does not have it, and
 * is never to be passed here for that purpose.
 *
 * @param inputTokens input that the cache had no part in, 0 or more
 * @param cacheReadTokens input read from the cache, 0 or more
 * @param cacheCreationTokens input written to the cache, 0 or more
 * @param outputTokens output without {@code reasoningTokens}, 0 or more
 * @param reasoningTokens hidden thinking, 0 or more; 0 also if the provider counts it into the output
 */
public record Usage(
        long inputTokens, long cacheReadTokens, long cacheCreationTokens, long outputTokens, long reasoningTokens) {
    /** No tokens: nothing was reported. */
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is below 0
     */
    public Usage {
        Bounds.notNegative("inputTokens", inputTokens);
        Bounds.notNegative("cacheReadTokens", cacheReadTokens);
        Bounds.notNegative("cacheCreationTokens", cacheCreationTokens);
        Bounds.notNegative("outputTokens", outputTokens);
        Bounds.notNegative("reasoningTokens", reasoningTokens);
    }

    /** The usage of a call without a cache; a number below 0 is taken as 0. */
    public static Usage of(long inputTokens, long outputTokens) {
        return reported("", inputTokens, 0, 0, outputTokens, 0);
    }

    /**
     * The usage of a call as its provider reports it; a number below 0 is taken as 0, because a provider's slip must not fail a chat.
     *
     * <p>Some providers count cached tokens beside the input (Anthropic, Amazon Bedrock), the others as a part of it (OpenAI, Gemini,
     * DeepSeek). More cached tokens than input are beside it, from any provider.
     *
     * @param reporter a name that shows the provider, in any case: {@code anthropic}, or a class of its client
     * @param inputTokens the input as it was reported
     * @param cacheReadTokens input read from the cache
     * @param cacheCreationTokens input written to the cache
     * @param outputTokens output without {@code reasoningTokens}
     * @param reasoningTokens thinking that is not within {@code outputTokens}
     */
    public static Usage reported(
            String reporter,
            long inputTokens,
            long cacheReadTokens,
            long cacheCreationTokens,
            long outputTokens,
            long reasoningTokens) {
        long cached = Math.max(0, cacheReadTokens) + Math.max(0, cacheCreationTokens);
        String name = reporter.toLowerCase(Locale.ROOT);
        boolean beside = name.contains("anthropic") || name.contains("bedrock") || cached > inputTokens;
        return new Usage(
                Math.max(0, beside ? inputTokens : inputTokens - cached),
                Math.max(0, cacheReadTokens),
                Math.max(0, cacheCreationTokens),
                Math.max(0, outputTokens),
                Math.max(0, reasoningTokens));
    }

    /** The size of the request: all input, cached or not. */
    public long requestTokens() {
        return inputTokens + cacheReadTokens + cacheCreationTokens;
    }

    /** Both together, for accounting of cost. */
    public Usage plus(Usage other) {
        return new Usage(
                inputTokens + other.inputTokens,
                cacheReadTokens + other.cacheReadTokens,
                cacheCreationTokens + other.cacheCreationTokens,
                outputTokens + other.outputTokens,
                reasoningTokens + other.reasoningTokens);
    }
}
