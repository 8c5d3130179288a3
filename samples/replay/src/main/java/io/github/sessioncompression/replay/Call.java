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
    /**
     * An outcome that changed the context, or should have, in words.
     *
     * @param sign the sign that stands for it on the page
     * @param before tokens of the context before; {@code null} if not known
     * @param after tokens of the context after; {@code null} if not known
     */
    record Happening(String label, String sign, String what, @Nullable Integer before, @Nullable Integer after) {}

    /** The change of the context, in words; {@code null} if nothing happened. */
    @Nullable
    Happening happening() {
        String label = outcome.label();
        if (outcome instanceof Outcome.Pruned pruned) {
            String what = "tool results replaced by placeholders: " + Text.number(pruned.results());
            return new Happening(label, "◆", what, pruned.tokensBefore(), pruned.tokensAfter());
        } else if (outcome instanceof Outcome.Compressed compressed) {
            String what = "messages put into the state: " + Text.number(compressed.messages()) + "; "
                    + Facts.of(compressed.coverage()) + "; " + Facts.written(compressed.shares());
            return new Happening(label, "▼", what, compressed.tokensBefore(), compressed.tokensAfter());
        } else if (outcome instanceof Outcome.Bridged bridged) {
            String what = "an extract stands in for " + bridged.messages() + " messages";
            return new Happening(label, "▼", what, bridged.tokensBefore(), bridged.tokensAfter());
        } else if (outcome instanceof Outcome.Condensed condensed) {
            String what = "the state was fitted to its room";
            return new Happening(label, "▼", what, condensed.tokensBefore(), condensed.tokensAfter());
        } else if (outcome instanceof Outcome.Truncated truncated) {
            String what = "messages left out: " + Text.number(truncated.messages());
            return new Happening(label, "■", what, truncated.tokensBefore(), truncated.tokensAfter());
        } else if (outcome instanceof Outcome.OverBudget over) {
            String what = "above the hard limit of " + Text.number(over.limit())
                    + ": the system prompt, pins and the current turn alone";
            return new Happening(label, "▲", what, null, over.tokens());
        } else if (outcome instanceof Outcome.Failed failed) {
            return new Happening(label, "✕", "compression failed: " + failed.cause(), null, null);
        }
        return null;
    }
}
