package io.github.sessioncompression.replay;

import io.github.sessioncompression.Outcome;

/**
 * One model call of a replay: what the view taken for it was like. Tokens are counted locally.
 *
 * @param number 1 for the first
 * @param messages how many messages the transcript had by then
 * @param transcriptTokens what these cost: the context if nothing were ever left out
 * @param contextTokens what the view costs
 * @param systemTokens how many of these are the system prompt's
 * @param stateTokens how many are the state's
 * @param toolTokens how many are the tool results'
 * @param stablePrefixTokens how many come first and are as in the call before
 * @param prunedResults tool results turned into placeholders so far
 * @param compressions compressions so far
 * @param outcome what happened to the context since the call before
 * @param micros what appending since the call before and taking the view took, in microseconds
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
        long micros) {}
