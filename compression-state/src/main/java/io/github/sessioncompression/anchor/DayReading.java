package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads days, months with their years, and times of day, with the words behind them.
 *
 * <p><em>Algorithm</em>: each method begins at a run that may start such a value, and looks at the next one or two
 * runs, over a word such as "of". A number from 1 to 31 in front of or behind a month is a day; four digits from 1800
 * to 2199 are a year; a number up to 24 with minutes, or with a word of the language's list {@code clock}, is a time.
 *
 * <p><em>Does nothing when</em> the words do not fit: the methods return {@code null}. <em>Threads</em>: immutable.
 * Looks at runs of at most {@value #LONGEST_RUN} characters, so takes constant time.
 *
 * @param text the whole text
 * @param language names of months and words beside values
 * @see NumberReading
 */
record DayReading(String text, LanguageProfile language) {
    /** Endings that make a number the day of a month. */
    static final Set<String> ORDINALS = Set.of("st", "nd", "rd", "th", "er", "º", "ª", "°", ".");

    /** Characters of a run that are looked at; months and clock words are shorter. */
    private static final int LONGEST_RUN = 24;

    /** A run of characters, with what a sentence sets around it taken off. */
    private record Run(int start, int end, String word) {}

    /**
     * "9 March 2025", "9. März", "9 de marzo de 2025".
     *
     * @param from start of the value, signs included
     * @param at start of its digits
     * @param end end of its digits, exclusive
     * @param to end of its run, exclusive
     */
    @Nullable
    Atom dayFirst(int from, int at, int end, int to) {
        int day = Runs.number(text, at, end);
        if (day < 1 || day > 31) {
            return null;
        }
        int behind = to < text.length() && text.charAt(to) == '.' ? to + 1 : to;
        Run next = nextOver(behind);
        if (next == null || language.month(next.word()) == 0) {
            return null;
        }
        return atom(AnchorType.DATE, from, withYear(next.end()), false);
    }

    /**
     * "March 9th, 2025", "March 2025".
     *
     * @param from start of the month's name
     * @param to end of its run, exclusive
     */
    @Nullable
    Atom monthFirst(int from, int to) {
        String word = text.substring(from, to);
        boolean verb = word.equals("may") || word.equals("march");
        if (language.month(word) == 0 || verb) {
            return null;
        }
        Run next = nextOver(to);
        if (next == null || !Letters.isDigit(next.word().charAt(0))) {
            return null;
        }
        int digits = digitsAt(next.start());
        int day = Runs.number(text, next.start(), next.start() + digits);
        String rest = next.word().substring(digits);
        if (digits == 4 && day >= 1800 && day < 2200 && rest.isEmpty()) {
            return atom(AnchorType.DATE, from, next.end(), false);
        }
        boolean isDay = day >= 1 && day <= 31 && digits <= 2 && (rest.isEmpty() || ORDINALS.contains(rest));
        return isDay ? atom(AnchorType.DATE, from, withYear(next.end()), false) : null;
    }

    /** End of the year behind a day, after a comma or full stop; {@code end} if no year follows. */
    private int withYear(int end) {
        int from = end < text.length() && (text.charAt(end) == ',' || text.charAt(end) == '.') ? end + 1 : end;
        Run year = nextOver(from);
        return year != null
                        && year.word().length() == 4
                        && Runs.number(year.word(), 0, 4) >= 1800
                        && Runs.number(year.word(), 0, 4) < 2200
                ? year.end()
                : end;
    }

    /**
     * "14:30", "9h15", "7 pm".
     *
     * @param from start of the run
     * @param at start of its digits
     * @param end end of its digits, exclusive
     * @param rest text of the run after its digits
     * @param to end of the run, exclusive
     */
    @Nullable
    Atom clock(int from, int at, int end, String rest, int to) {
        int hour = Runs.number(text, at, end);
        if (hour < 0 || hour > 24 || end - at > 2) {
            boolean dotted = end - at >= 4 && end - at <= 5 && end == to && nextIsClock(to);
            return dotted ? withClock(from, to) : null;
        }
        if (rest.length() >= 3
                && (rest.charAt(0) == ':' || rest.charAt(0) == 'h')
                && Letters.isDigit(rest.charAt(1))
                && Letters.isDigit(rest.charAt(2))) {
            int minutes = Runs.number(rest, 1, 3);
            boolean ends = Letters.all(rest, 3, c -> Letters.isDigit(c) || ":-–hapmAPM.".indexOf(c) >= 0);
            return minutes < 60 && ends ? withClock(from, to) : null;
        }
        if (!rest.isEmpty() && language.has("clock", rest)) {
            return atom(AnchorType.TIME, from, to, false);
        }
        return rest.isEmpty() && nextIsClock(to) ? withClock(from, to) : null;
    }

    /** True if the next run is a word such as "pm" or "Uhr". */
    private boolean nextIsClock(int to) {
        Run next = next(to);
        return next != null && language.has("clock", next.word());
    }

    /** The time with the clock word behind it, if there is one. */
    private Atom withClock(int from, int to) {
        Run next = next(to);
        int end = next != null && language.has("clock", next.word()) ? next.end() : to;
        return atom(AnchorType.TIME, from, end, false);
    }

    /** "2025-03-09T14:30:00Z". */
    static boolean isIsoInstant(String run) {
        return run.length() > 11 && run.charAt(10) == 'T' && Runs.isDate(run.substring(0, 10), '-');
    }

    /** The run behind {@code from}, at most two spaces on; {@code null} if there is none. */
    private @Nullable Run next(int from) {
        int at = from;
        while (at < text.length() && at < from + 2 && isThinSpace(text.charAt(at))) {
            at++;
        }
        if (at == from || at >= text.length() || Runs.isGap(text.charAt(at))) {
            return null;
        }
        int end = at;
        while (end < text.length() && !Runs.isGap(text.charAt(end)) && end - at < LONGEST_RUN) {
            end++;
        }
        while (end > at + 1 && ".,;:!?)]}\"'”»".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return new Run(at, end, text.substring(at, end));
    }

    /** The next run, over a word such as "of". */
    private @Nullable Run nextOver(int from) {
        Run next = next(from);
        return next != null && language.has("of", next.word()) ? next(next.end()) : next;
    }

    /** Number of digits in a row from a place on. */
    int digitsAt(int at) {
        return Runs.endOfDigits(text, at) - at;
    }

    /** A space, or one that keeps what it parts on one line. */
    static boolean isThinSpace(char c) {
        return c == ' ' || c == 0xA0 || c == 0x202F || c == 0x2009;
    }

    /** The value between two places; {@code weak} if it is too little to be kept. */
    Atom atom(AnchorType type, int start, int end, boolean weak) {
        return new Atom(type, text.substring(start, end), start, end, weak);
    }
}
