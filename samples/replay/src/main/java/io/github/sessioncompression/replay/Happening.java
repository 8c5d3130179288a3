package io.github.sessioncompression.replay;

import io.github.sessioncompression.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * An outcome that changed the context, or should have, in words.
 *
 * @param label the outcome's own label
 * @param what what happened, one phrase
 * @param before the context before, in tokens; -1 if not known
 * @param after the context after, in tokens; -1 if not known
 */
record Happening(String label, String what, int before, int after) {

    /** The outcome in words; {@code null} if nothing happened. */
    static @Nullable Happening of(Outcome outcome) {
        if (outcome instanceof Outcome.Pruned pruned) {
            String what = "tool results replaced by placeholders: " + Text.number(pruned.results());
            return new Happening(outcome.label(), what, pruned.tokensBefore(), pruned.tokensAfter());
        } else if (outcome instanceof Outcome.Compressed compressed) {
            String what = "messages put into the state: " + Text.number(compressed.messages()) + "; "
                    + Facts.of(compressed.coverage()) + "; " + Shares.of(compressed.shares());
            return new Happening(outcome.label(), what, compressed.tokensBefore(), compressed.tokensAfter());
        } else if (outcome instanceof Outcome.Bridged bridged) {
            String what = "a state written offline stands in for " + bridged.messages() + " messages";
            return new Happening(outcome.label(), what, bridged.tokensBefore(), bridged.tokensAfter());
        } else if (outcome instanceof Outcome.Condensed condensed) {
            String what = "the state was fitted to its room";
            return new Happening(outcome.label(), what, condensed.tokensBefore(), condensed.tokensAfter());
        } else if (outcome instanceof Outcome.Truncated truncated) {
            String what = "messages left out: " + Text.number(truncated.messages());
            return new Happening(outcome.label(), what, truncated.tokensBefore(), truncated.tokensAfter());
        } else if (outcome instanceof Outcome.OverBudget over) {
            String what = "above the hard limit of " + Text.number(over.limit())
                    + ": the system prompt, pins and the current turn alone";
            return new Happening(outcome.label(), what, -1, over.tokens());
        } else if (outcome instanceof Outcome.Failed failed) {
            return new Happening(outcome.label(), "compression failed: " + failed.cause(), -1, -1);
        }
        return null;
    }

    /** The sign that stands for it on the page. */
    static String sign(String label) {
        return switch (label) {
            case "compressed", "bridged", "condensed" -> "▼";
            case "pruned" -> "◆";
            case "truncated" -> "■";
            case "over-budget" -> "▲";
            default -> "✕";
        };
    }
}
