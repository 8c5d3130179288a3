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

    /** What happened; {@code null} if nothing did. */
    static @Nullable Happening of(Outcome outcome) {
        if (outcome instanceof Outcome.Pruned pruned) {
            String what = "tool results replaced by placeholders: " + Text.number(pruned.results());
            return new Happening(outcome.label(), what, pruned.tokensBefore(), pruned.tokensAfter());
        }
        if (outcome instanceof Outcome.Compressed compressed) {
            String what = compressed.messages() == 0
                    ? "the state was fitted to its room"
                    : "messages put into the state: " + Text.number(compressed.messages());
            return new Happening(outcome.label(), what, compressed.tokensBefore(), compressed.tokensAfter());
        }
        if (outcome instanceof Outcome.Truncated truncated) {
            String what = "messages left out: " + Text.number(truncated.messages());
            return new Happening(outcome.label(), what, truncated.tokensBefore(), truncated.tokensAfter());
        }
        if (outcome instanceof Outcome.OverBudget over) {
            String what = "above the hard limit of " + Text.number(over.limit())
                    + ": the system prompt, pins and the current turn alone";
            return new Happening(outcome.label(), what, -1, over.tokens());
        }
        if (outcome instanceof Outcome.Failed failed) {
            return new Happening(outcome.label(), "compression failed: " + failed.cause(), -1, -1);
        }
        return null;
    }

    /** The sign that stands for it on the page. */
    static String sign(String label) {
        return switch (label) {
            case "compressed" -> "▼";
            case "pruned" -> "◆";
            case "truncated" -> "■";
            case "over-budget" -> "▲";
            default -> "✕";
        };
    }
}
