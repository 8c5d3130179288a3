package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.Outcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What came of an action.
 *
 * @param outcome in one word: {@code compressed}, {@code pruned}, {@code cleared}, {@code unchanged} and so on
 * @param detail why nothing happened, what went wrong, or the sizes before and after; never anything that was said
 */
public record ActionReport(String outcome, @Nullable String detail) {
    static ActionReport of(Outcome outcome) {
        return new ActionReport(outcome.label(), outcome.accept(new Detail()));
    }

    private static final class Detail implements Outcome.Visitor<String> {
        @Override
        public String unchanged(Outcome.Unchanged outcome) {
            return outcome.why().name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        @Override
        public String pruned(Outcome.Pruned outcome) {
            return sizes(outcome.tokensBefore(), outcome.tokensAfter());
        }

        @Override
        public String compressed(Outcome.Compressed outcome) {
            return sizes(outcome.tokensBefore(), outcome.tokensAfter());
        }

        @Override
        public String bridged(Outcome.Bridged outcome) {
            return sizes(outcome.tokensBefore(), outcome.tokensAfter());
        }

        @Override
        public String condensed(Outcome.Condensed outcome) {
            return sizes(outcome.tokensBefore(), outcome.tokensAfter());
        }

        @Override
        public String truncated(Outcome.Truncated outcome) {
            return sizes(outcome.tokensBefore(), outcome.tokensAfter());
        }

        @Override
        public String overBudget(Outcome.OverBudget outcome) {
            return outcome.tokens() + " tokens above the limit of " + outcome.limit();
        }

        @Override
        public String failed(Outcome.Failed outcome) {
            return outcome.cause();
        }

        private static String sizes(int before, int after) {
            return "from " + before + " to " + after + " tokens";
        }
    }
}
