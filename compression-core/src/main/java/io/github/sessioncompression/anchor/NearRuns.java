package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import org.jspecify.annotations.Nullable;

/** The runs beside the one that is read, each with what a sentence sets around it taken off. Immutable. */
record NearRuns(String text, LanguageProfile language, int runStart) {
    /** Marks of comparison, which may precede a number as a run of their own. */
    static final String OPERATORS = "<>≤≥=~±≈≠";

    private static final int LONGEST = 24;

    record Run(int start, int end, String word) {}

    /** The run before {@code from}, on the same line; {@code null} inside of the run that is read. */
    @Nullable
    Run previous(int from) {
        if (from > runStart) {
            return null;
        }
        int at = from - 1;
        while (at >= 0 && at >= from - 2 && isThinSpace(text.charAt(at))) {
            at--;
        }
        if (at < 0 || at == from - 1 || Runs.isGap(text.charAt(at))) {
            return null;
        }
        int start = at;
        while (start > 0 && !Runs.isGap(text.charAt(start - 1)) && at - start < LONGEST) {
            start--;
        }
        int stop = at + 1;
        while (stop > start + 1 && ":.".indexOf(text.charAt(stop - 1)) >= 0) {
            stop--;
        }
        while (start < stop - 1 && text.charAt(start) == '(') {
            start++;
        }
        return new Run(start, stop, text.substring(start, stop));
    }

    /** The run behind {@code from}, at most two spaces on; {@code null} if there is none. */
    @Nullable
    Run next(int from) {
        int at = from;
        while (at < text.length() && at < from + 2 && isThinSpace(text.charAt(at))) {
            at++;
        }
        if (at == from || at >= text.length() || Runs.isGap(text.charAt(at))) {
            return null;
        }
        int end = at;
        while (end < text.length() && !Runs.isGap(text.charAt(end)) && end - at < LONGEST) {
            end++;
        }
        while (end > at + 1 && ".,;:!?)]}\"'”»".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return new Run(at, end, text.substring(at, end));
    }

    /** The next run, over a word such as "of". */
    @Nullable
    Run nextOver(int from) {
        Run next = next(from);
        return next != null && language.has("of", next.word()) ? next(next.end()) : next;
    }

    /** Start of the value with a sign or comparison that precedes it as a run of its own. */
    int signed(int from) {
        Run before = previous(from);
        return before != null
                        && before.word().length() <= 2
                        && Letters.all(before.word(), c -> OPERATORS.indexOf(c) >= 0 || c == '−')
                ? before.start()
                : from;
    }

    int digitsAt(int at) {
        return Runs.endOfDigits(text, at) - at;
    }

    /** A space, or one that keeps what it parts on one line. */
    static boolean isThinSpace(char c) {
        return c == ' ' || c == 0xA0 || c == 0x202F || c == 0x2009;
    }

    Atom atom(AnchorType type, int start, int end, boolean weak) {
        return new Atom(type, text.substring(start, end), start, end, weak);
    }
}
