package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what begins with a digit, or a month's name, with the words beside it: a number, a day, a time, a telephone
 * number.
 *
 * <p><em>Algorithm</em>, the first that fits:
 * <ol>
 *   <li>a plus with at least eight digits in groups is a telephone number;
 *   <li>a run of letters alone may be a month with its day or year;
 *   <li>a run with day, month and year between marks is a day;
 *   <li>a number that minutes or a clock word follow is a time;
 *   <li>a number, over groups of three digits that spaces part, in front of a character for day or hour in Chinese or
 *       Japanese is a day or a time;
 *   <li>a number in front of a month, with or without an ordinal ending, is a day;
 *   <li>a number with nothing, a unit of at most {@value #LONGEST_UNIT} characters, or another number written to it is
 *       a number.
 * </ol>
 *
 * <p>Sums and measures are numbers: only their value counts, not the unit. <em>Does nothing when</em> none fits: the
 * run is no value. <em>Threads</em>: not thread-safe; used for one run. Looks at two runs behind it at most, so takes
 * constant time.
 *
 * @see DayReading
 */
final class NumberReading {
    /** Currencies, signs, comparisons and the apostrophe of an article ("all'11") that may be before a number in its run. */
    private static final String BEFORE = "$€£¥₽₹₩₺￥-−–+±<>≤≥=~≈≠'’";

    /** Marks that join two numbers to one value: {@code 10-20}, {@code 3×4}, {@code 1/2}. */
    private static final String JOINTS = "-–x×/:";
    /** Letters and signs of the longest unit that is written to its number. */
    private static final int LONGEST_UNIT = 4;

    /** At least eight digits, in groups, behind a plus: {@code +49 (30) 1234-567}. */
    private static final Pattern PHONE =
            Pattern.compile("\\+S?[0-9](?:S{0,2}[0-9]){7,}".replace("S", "[ \u00A0\u202F\u2009/().-]"));

    /** UTF-16 units of a telephone number that are read. */
    private static final int LONGEST_PHONE = 24;

    /** What makes a day of a number in front of it: "年3月9日", "月9日", "日". */
    private static final Pattern WIDE_DAY =
            Pattern.compile("年(?:[0-9]++[月日号])?+(?:[0-9]++[日号])?|月(?:[0-9]++[日号])?+(?:[0-9]++号)?|[日号](?!間)");

    /** What makes a time of day of it: "点30分", "時半". */
    private static final Pattern WIDE_TIME = Pattern.compile("(?!時間)[点時时](?:[0-9]++分|半)?");

    private final String text;
    private final DayReading days;

    NumberReading(String text, LanguageProfile language) {
        this.text = text;
        days = new DayReading(text, language);
    }

    /** The value that the run is a part of; {@code null} if it is none. */
    @Nullable
    Atom read(int from, int to) {
        if (text.charAt(from) == '+') {
            Matcher phone = PHONE.matcher(text).region(from, Math.min(text.length(), from + LONGEST_PHONE));
            if (phone.lookingAt()) {
                return days.atom(AnchorType.ID, from, phone.end(), false);
            }
        }
        int at = from;
        while (at < to && Character.isLetter(text.charAt(at))) {
            at++;
        }
        if (at == to) {
            return days.monthFirst(from, to);
        }
        int letters = at;
        while (at < to && BEFORE.indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        boolean number = at < to && Letters.isDigit(text.charAt(at)) && (letters == from || at > letters);
        return number ? digits(letters, at, to) : null;
    }

    /**
     * The value of a run by its digits.
     *
     * @param from start of the run, signs included
     * @param at start of its digits
     * @param to end of the run, exclusive
     */
    private @Nullable Atom digits(int from, int at, int to) {
        String run = text.substring(at, to);
        if (Runs.isDate(run, '-') || Runs.isDate(run, '/') || Runs.isDate(run, '.')) {
            return days.atom(AnchorType.DATE, from, to, false);
        }
        int end = endOfNumber(at, to);
        String rest = text.substring(end, to);
        Atom clock = days.clock(from, at, end, rest, to);
        if (clock != null) {
            return clock;
        }
        end = rest.isEmpty() ? grouped(at, end, to) : end;
        Atom wide = end >= to ? beforeWide(from, end) : null;
        if (wide != null) {
            return wide;
        }
        boolean ordinal = DayReading.ORDINALS.contains(rest)
                || (rest.isEmpty() && end < text.length() && text.charAt(end) == '.');
        Atom day = ordinal || rest.isEmpty() ? days.dayFirst(from, at, end, Math.max(to, end)) : null;
        return day != null ? day : number(from, at, rest, Math.max(to, end));
    }

    /** A day or a time, before characters of scripts without spaces; {@code null} if the number is none. */
    private @Nullable Atom beforeWide(int from, int end) {
        if (end == text.length() || !Letters.isUnspaced(text.charAt(end))) {
            return null;
        }
        Matcher day = WIDE_DAY.matcher(text).region(end, text.length());
        if (day.lookingAt()) {
            boolean years = day.group().equals("年") && end - from < 4;
            return years ? null : days.atom(AnchorType.DATE, from, day.end(), false);
        }
        Matcher time = WIDE_TIME.matcher(text).region(end, text.length());
        return time.lookingAt() ? days.atom(AnchorType.TIME, from, time.end(), false) : null;
    }

    /** A number with what is written to it: nothing, a short unit, or another number; {@code null} for anything else. */
    private @Nullable Atom number(int from, int at, String rest, int to) {
        if (rest.isEmpty()) {
            return days.atom(AnchorType.NUMBER, from, to, from == at && to - at < 2);
        }
        boolean joined = JOINTS.indexOf(rest.charAt(0)) >= 0
                && rest.charAt(0) != ':'
                && rest.length() > 1
                && Letters.all(rest, 1, c -> Letters.isDigit(c) || ".,-–/:%".indexOf(c) >= 0);
        boolean unit = rest.length() <= LONGEST_UNIT
                && !DayReading.ORDINALS.contains(rest)
                && Letters.all(rest, c -> Character.isLetter(c) || "%‰°$€£¥/²³".indexOf(c) >= 0);
        return joined || unit ? days.atom(AnchorType.NUMBER, from, to, false) : null;
    }

    /** End of the digits, and of the separators between two of them. */
    private int endOfNumber(int from, int to) {
        int end = from;
        while (end < to) {
            char c = text.charAt(end);
            boolean separator = ".,'’".indexOf(c) >= 0 && end + 1 < to && Letters.isDigit(text.charAt(end + 1));
            if (!Letters.isDigit(c) && !separator) {
                break;
            }
            end++;
        }
        return end;
    }

    /**
     * End of the number over groups of three digits that a space parts: {@code 1 234 567,89}; {@code end} if there are
     * none.
     */
    private int grouped(int from, int end, int to) {
        int at = end;
        while (at >= to
                && at + 3 < text.length()
                && DayReading.isThinSpace(text.charAt(at))
                && days.digitsAt(at + 1) == 3
                && (at > end || end - from <= 3)) {
            at += 4;
            if (at + 1 < text.length() && text.charAt(at) == ',' && Letters.isDigit(text.charAt(at + 1))) {
                at += 1 + days.digitsAt(at + 1);
                break;
            }
        }
        return at;
    }
}
