package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.Outcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of an action.
 *
 * @param outcome in one word: {@code compressed}, {@code pruned}, {@code cleared}, {@code unchanged} and so on
 * @param detail why nothing happened, what went wrong, or the sizes before and after; never anything that was said
 */
record ActionReport(String outcome, @Nullable String detail) {
    static ActionReport of(Outcome outcome) {
        return new ActionReport(outcome.label(), detail(outcome));
    }

    private static @Nullable String detail(Outcome outcome) {
        if (outcome instanceof Outcome.Unchanged unchanged) {
            return unchanged.why().name().toLowerCase(Locale.ROOT).replace('_', '-');
        } else if (outcome instanceof Outcome.Pruned pruned) {
            return sizes(pruned.tokensBefore(), pruned.tokensAfter());
        } else if (outcome instanceof Outcome.Compressed compressed) {
            return sizes(compressed.tokensBefore(), compressed.tokensAfter());
        }
        return outcome instanceof Outcome.Failed failed ? failed.cause() : null;
    }

    private static String sizes(int before, int after) {
        return "from " + before + " to " + after + " tokens";
    }
}
