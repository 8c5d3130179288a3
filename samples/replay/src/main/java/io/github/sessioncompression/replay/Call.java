package io.github.sessioncompression.replay;

import io.github.sessioncompression.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One model call of a replay and the view taken for it. Tokens are counted locally.
 *
 * @param number 1 for the first
 * @param messages messages of the transcript by then
 * @param transcriptTokens tokens of these messages: the context if nothing were ever left out
 * @param stablePrefixTokens tokens at the beginning that are as in the call before
 * @param prunedResults tool results turned into placeholders so far
 * @param outcome result of the compressions since the call before
 * @param micros time of appending since the call before and of taking the view, in microseconds
 */
record Call(
        int number,
        int messages,
        long transcriptTokens,
        int contextTokens,
        int systemTokens,
        int stateTokens,
        int toolTokens,
        int stablePrefixTokens,
        long prunedResults,
        long compressions,
        Outcome outcome,
        long micros) {
    /** The change of the context, in words; {@code null} if nothing happened. */
    @Nullable
    Happening happening() {
        return Happening.of(outcome);
    }
}
