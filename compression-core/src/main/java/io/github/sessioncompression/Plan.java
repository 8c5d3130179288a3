package io.github.sessioncompression;

import io.github.sessioncompression.policy.OutputReserve;

/**
 * What a conversation would do about its context now, without doing it.
 *
 * @param step the next step
 * @param contextTokens the context as it is, in tokens
 * @param triggerTokens above this the context is relieved, in tokens
 * @param hardLimitTokens above this no view is sent while there is anything to take away, in tokens
 * @param reservedOutputTokens what of the window is kept free for the answer, in tokens
 * @param outputReserve why it is as much
 * @param prunableResults how many tool results would become placeholders
 * @param compressibleMessages how many messages would go into the state
 * @param compressibleTokens what they cost now, in tokens
 * @param boundary the last sequence number the state would cover
 * @param estimatedTokensAfter the context afterwards if the state took all its room, in tokens
 */
public record Plan(
        Step step,
        int contextTokens,
        int triggerTokens,
        int hardLimitTokens,
        int reservedOutputTokens,
        OutputReserve outputReserve,
        int prunableResults,
        int compressibleMessages,
        int compressibleTokens,
        long boundary,
        int estimatedTokensAfter) {
    /** What would be done. */
    public enum Step {
        /** Nothing: the context is small enough, nothing can be gained, or compression is off. */
        NOTHING,
        /** Old tool results would become placeholders, and that is enough. */
        PRUNE,
        /** The older part would go into the state. */
        COMPRESS
    }
}
