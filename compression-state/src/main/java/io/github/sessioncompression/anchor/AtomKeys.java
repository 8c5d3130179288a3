package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values in a form that does not depend on how they are written: {@code 1.234,50} and {@code 1,234.5}, {@code 9. März}
 * and {@code 09.03.}, {@code 3 pm} and {@code 15:00}, {@code Müller} and {@code Mueller} are each one value.
 *
 * <p>Keys begin with a letter for the kind: {@code n1234.5} a number, {@code d3-9} a day without its year (the smaller
 * of day and month first, since {@code 3/9} may be either), {@code d3-9-2025} one with it, {@code d3/2025} a month,
 * {@code t540} a time in minutes of half a day, since "9:00" may be in the evening. Any other value is folded to
 * letters and digits.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>numbers: each run of digits with its separators; the last point or comma is the decimal one, unless it repeats
 *       or is alone with three digits behind it;
 *   <li>days: up to four parts; a part above 31, or a first one with the mark for years, is the year, and so is a third
 *       small part; a month's name is its number;
 *   <li>times: hour and minute, modulo twelve hours.
 * </ol>
 *
 * <p><em>Does nothing when</em> a value has none of the forms of its type: its key is its folded text.
 * <em>Threads</em>: has no state. Linear.
 *
 * @see Atom#keys
 */
final class AtomKeys {
    /** A run of digits, or of letters of a script with spaces: {@code 9}, {@code März}, {@code 2025}. */
    private static final Pattern DATE_PART = Pattern.compile("[0-9]+|[\\p{L}&&[^\\u2E80-\\uFFFF]]+");

    /** The mark in front of a version: the {@code v} of {@code v1.2.3}. */
    private static final Pattern VERSION_MARK = Pattern.compile("^[vV]");

    /** Hour and minute with one character between them: {@code 14:30}, {@code 9h15}, {@code 7}. */
    private static final Pattern CLOCK = Pattern.compile("([0-9]{1,8})(?:.([0-9]+))?");

    /** Digits of a number that may be written in more than one way; a limit to the time that reading one takes. */
    private static final int LONGEST_NUMBER = 100;

    private AtomKeys() {}

    /** The keys of an atom, at least one; two atoms are the same value if they share one. */
    static List<String> of(AnchorType type, String text, LanguageProfile language) {
        List<String> keys = new ArrayList<>(2);
        switch (type) {
            case DATE -> dates(text, language, keys);
            case TIME -> time(text, keys);
            case NUMBER -> numbers(text, keys);
            case VERSION ->
                keys.add(folded(
                        text.indexOf('.') < 0
                                ? text
                                : VERSION_MARK.matcher(text).replaceFirst("")));
            default -> keys.add(folded(text));
        }
        if (keys.isEmpty()) {
            keys.add(folded(text));
        }
        return keys;
    }

    /** Letters and digits alone, small, without accents, umlauts as one letter. */
    static String folded(String text) {
        String plain = Letters.all(text, c -> c < 0x80) ? text : Normalizer.normalize(text, Normalizer.Form.NFKD);
        StringBuilder out = new StringBuilder(plain.length());
        for (int i = 0; i < plain.length(); i++) {
            char c = Character.toLowerCase(plain.charAt(i));
            if (c == 'ß') {
                out.append("ss");
            } else if (c == 'ё') {
                out.append('е');
            } else if (Character.isLetterOrDigit(c)) {
                boolean umlaut = c == 'e'
                        && !out.isEmpty()
                        && "aou".indexOf(out.charAt(out.length() - 1)) >= 0
                        && i > 0
                        && "aouAOU".indexOf(plain.charAt(i - 1)) >= 0;
                if (!umlaut) {
                    out.append(c);
                }
            }
        }
        return out.isEmpty() ? text.strip().toLowerCase(Locale.ROOT) : out.toString();
    }

    /** Adds a key for each number of a text, such as both of {@code 10-20}. */
    private static void numbers(String text, List<String> keys) {
        int at = 0;
        while (at < text.length()) {
            if (!Letters.isDigit(text.charAt(at))) {
                at++;
                continue;
            }
            int end = at;
            while (end < text.length() && (Letters.isDigit(text.charAt(end)) || isSeparator(text, end))) {
                end++;
            }
            boolean negative = at > 0
                    && "-−–".indexOf(text.charAt(at - 1)) >= 0
                    && (at == 1 || !Character.isLetterOrDigit(text.charAt(at - 2)));
            boolean scaled = end < text.length() && text.charAt(end) == 'k';
            keys.add((negative ? "n-" : "n") + decimal(text.substring(at, end)) + (scaled ? "000" : ""));
            at = end;
        }
    }

    /** True for a mark or a space between two digits. */
    private static boolean isSeparator(String text, int at) {
        return ".,'’ \u00A0\u202F\u2009".indexOf(text.charAt(at)) >= 0
                && at + 1 < text.length()
                && Letters.isDigit(text.charAt(at + 1));
    }

    /**
     * A number with a point for the decimal separator and nothing for the others: {@code 1.234,50} is {@code 1234.5},
     * {@code 1,234} is {@code 1234}, {@code 0,5} is {@code 0.5}.
     */
    private static String decimal(String number) {
        if (number.charAt(0) != '0' && Letters.all(number, Letters::isDigit)) {
            return number;
        }
        int point = number.lastIndexOf('.');
        int comma = number.lastIndexOf(',');
        int last = Math.max(point, comma);
        boolean both = point >= 0 && comma >= 0;
        boolean repeated = last >= 0 && number.indexOf(number.charAt(last)) != last;
        boolean thousands = last >= 0
                && !both
                && (repeated || (number.length() - last == 4 && last <= 3 && number.charAt(0) != '0'));
        StringBuilder out = new StringBuilder(number.length());
        for (int i = 0; i < number.length(); i++) {
            if (Letters.isDigit(number.charAt(i))) {
                out.append(number.charAt(i));
            } else if (i == last && !thousands) {
                out.append('.');
            }
        }
        return out.length() > LONGEST_NUMBER
                ? out.toString()
                : new BigDecimal(out.toString()).stripTrailingZeros().toPlainString();
    }

    /** Adds the keys of a day or month; none if the text has no such parts. */
    private static void dates(String text, LanguageProfile language, List<String> keys) {
        List<Integer> parts = new ArrayList<>();
        int month = 0;
        boolean yearMark = false;
        Matcher matcher = DATE_PART.matcher(text);
        while (parts.size() < 4 && matcher.find()) {
            if (Letters.isDigit(text.charAt(matcher.start()))) {
                parts.add(Runs.number(text, matcher.start(), matcher.end()));
                yearMark |= text.startsWith("年", matcher.end());
            } else {
                month = Math.max(month, language.month(matcher.group()));
            }
        }
        int year = 0;
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            int part = parts.get(i);
            if (year == 0 && (part > 31 || (yearMark && i == 0)) && part > 0) {
                year = part < 100 ? 2000 + part : part;
            } else if (others.size() < 2) {
                others.add(part);
            } else if (year == 0) {
                year = 2000 + part;
            }
        }
        if (month > 0) {
            others.add(0, month);
        }
        if (others.size() >= 2) {
            int low = Math.min(others.get(0), others.get(1));
            int high = Math.max(others.get(0), others.get(1));
            keys.add("d" + low + '-' + high + (year > 0 ? "-" + year : ""));
            keys.add("d" + low + '-' + high);
        } else if (others.size() == 1) {
            keys.add("d" + others.get(0) + (year > 0 ? "/" + year : ""));
        } else if (year > 0) {
            keys.add("n" + year);
        }
    }

    /** Adds the key of a time of day; none if the text has no digit. */
    private static void time(String text, List<String> keys) {
        Matcher clock = CLOCK.matcher(text);
        if (clock.find()) {
            int hour = Runs.number(text, clock.start(1), clock.end(1));
            int minute = clock.group(2) != null
                    ? Math.max(0, Runs.number(text, clock.start(2), clock.end(2)))
                    : text.endsWith("半") ? 30 : 0;
            keys.add("t" + (hour % 12 * 60 + minute));
        }
    }
}
