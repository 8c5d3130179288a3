package io.github.sessioncompression.replay;

import io.github.sessioncompression.Outcome;
import java.util.Optional;
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
        return outcome.accept(new InWords()).orElse(null);
    }

    private static final class InWords implements Outcome.Visitor<Optional<Happening>> {
        @Override
        public Optional<Happening> unchanged(Outcome.Unchanged outcome) {
            return Optional.empty();
        }

        @Override
        public Optional<Happening> pruned(Outcome.Pruned outcome) {
            String what = "tool results replaced by placeholders: " + Text.number(outcome.results());
            return Optional.of(new Happening(outcome.label(), what, outcome.tokensBefore(), outcome.tokensAfter()));
        }

        @Override
        public Optional<Happening> compressed(Outcome.Compressed outcome) {
            String what = "messages put into the state: " + Text.number(outcome.messages()) + "; "
                    + Facts.of(outcome.coverage()) + "; " + Shares.of(outcome.shares());
            return Optional.of(new Happening(outcome.label(), what, outcome.tokensBefore(), outcome.tokensAfter()));
        }

        @Override
        public Optional<Happening> bridged(Outcome.Bridged outcome) {
            String what = "a state written offline stands in for " + outcome.messages() + " messages";
            return Optional.of(new Happening(outcome.label(), what, outcome.tokensBefore(), outcome.tokensAfter()));
        }

        @Override
        public Optional<Happening> condensed(Outcome.Condensed outcome) {
            String what = "the state was fitted to its room";
            return Optional.of(new Happening(outcome.label(), what, outcome.tokensBefore(), outcome.tokensAfter()));
        }

        @Override
        public Optional<Happening> truncated(Outcome.Truncated outcome) {
            String what = "messages left out: " + Text.number(outcome.messages());
            return Optional.of(new Happening(outcome.label(), what, outcome.tokensBefore(), outcome.tokensAfter()));
        }

        @Override
        public Optional<Happening> overBudget(Outcome.OverBudget outcome) {
            String what = "above the hard limit of " + Text.number(outcome.limit())
                    + ": the system prompt, pins and the current turn alone";
            return Optional.of(new Happening(outcome.label(), what, -1, outcome.tokens()));
        }

        @Override
        public Optional<Happening> failed(Outcome.Failed outcome) {
            return Optional.of(new Happening(outcome.label(), "compression failed: " + outcome.cause(), -1, -1));
        }
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
