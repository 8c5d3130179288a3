package io.github.sessioncompression.model;

import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a provider's refusal of a request: as too long, or because of thinking that it was sent back.
 *
 * <p>Design note: there is no common code for these. The words of the providers' own messages are looked for, in small letters, one
 * table for all, because gateways pass on those of others. Reading takes linear time.
 */
final class RefusalWords {
    private static final WordLists WORDS = WordLists.REFUSALS;
    private static final String NUMBER = "(\\d[\\d,]{0,14})";
    private static final List<Pattern> LIMITS = WORDS.patterns("limit", NUMBER);
    private static final List<Pattern> REQUESTED = WORDS.patterns("requested", NUMBER);
    private static final List<Pattern> REQUESTED_IN_PARTS = WORDS.patterns("requested-in-parts", NUMBER);
    private static final List<Pattern> EXCESS = WORDS.patterns("excess", NUMBER);

    private RefusalWords() {}

    static boolean refuseThinking(String words) {
        return WORDS.isIn(words.toLowerCase(Locale.ROOT), "thinking");
    }

    static Optional<ContextLengthExceeded> contextLength(String words) {
        String text = words.toLowerCase(Locale.ROOT);
        if (!WORDS.isIn(text, "too-long") || WORDS.isIn(text, "output-limit")) {
            return Optional.empty();
        }
        OptionalInt limit = first(LIMITS, text, 0);
        return Optional.of(new ContextLengthExceeded(limit, requested(text, limit)));
    }

    private static OptionalInt requested(String text, OptionalInt limit) {
        OptionalInt parts = first(REQUESTED_IN_PARTS, text, 0);
        if (parts.isPresent()) {
            return parts;
        }
        OptionalInt excess = first(EXCESS, text, 0);
        return excess.isPresent() && limit.isPresent()
                ? first(EXCESS, text, limit.getAsInt())
                : first(REQUESTED, text, 0);
    }

    /** The sum of {@code more} and of the groups of the first pattern that fits; empty if that is no possible number. */
    private static OptionalInt first(List<Pattern> patterns, String text, long more) {
        for (Pattern pattern : patterns) {
            Matcher matcher = pattern.matcher(text);
            if (matcher.find()) {
                long sum = more;
                for (int group = 1; group <= matcher.groupCount(); group++) {
                    sum += Long.parseLong(matcher.group(group).replace(",", ""));
                }
                return sum >= 1 && sum <= Integer.MAX_VALUE ? OptionalInt.of((int) sum) : OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }
}
