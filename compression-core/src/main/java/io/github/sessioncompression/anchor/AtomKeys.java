package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Values in a form that does not depend on how they are written: {@code 1.234,50} and {@code 1,234.5}, {@code 9. März} and
 * {@code 09.03.}, {@code 3 pm} and {@code 15:00}, {@code Müller} and {@code Mueller} are each the same.
 */
final class AtomKeys {
    private AtomKeys() {}

    /** The keys of an atom, at least one; two atoms are the same value if they share one. */
    static List<String> of(AnchorType type, String text, LanguageProfile language) {
        List<String> keys = new ArrayList<>(2);
        switch (type) {
            case DATE -> dates(text, language, keys);
            case TIME -> time(text, keys);
            case AMOUNT, NUMBER -> numbers(text, keys);
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

    private static boolean isSeparator(String text, int at) {
        return ".,'’ \u00A0\u202F\u2009".indexOf(text.charAt(at)) >= 0
                && at + 1 < text.length()
                && Letters.isDigit(text.charAt(at + 1));
    }

    /** With a point for the decimal separator and nothing for the others. */
    private static String decimal(String number) {
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
        int end = out.length();
        if (out.indexOf(".") >= 0) {
            while (out.charAt(end - 1) == '0') {
                end--;
            }
            end = out.charAt(end - 1) == '.' ? end - 1 : end;
        }
        int start = 0;
        while (start < end - 1 && out.charAt(start) == '0' && out.charAt(start + 1) != '.') {
            start++;
        }
        return out.substring(start, end);
    }

    private static void dates(String text, LanguageProfile language, List<String> keys) {
        List<Integer> parts = new ArrayList<>();
        int month = 0;
        int at = 0;
        boolean yearMark = false;
        while (at < text.length() && parts.size() < 4) {
            int end = Runs.endOfDigits(text, at);
            if (end > at) {
                parts.add(Runs.number(text, at, end));
                yearMark |= end < text.length() && text.charAt(end) == '年';
            } else if (Character.isLetter(text.charAt(at)) && text.charAt(at) < 0x2E80) {
                while (end < text.length() && Character.isLetter(text.charAt(end))) {
                    end++;
                }
                month = Math.max(month, language.month(text.substring(at, end)));
            } else {
                end++;
            }
            at = Math.max(end, at + 1);
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
            keys.add("y" + year);
        }
    }

    private static void time(String text, List<String> keys) {
        int at = 0;
        while (at < text.length() && !Letters.isDigit(text.charAt(at))) {
            at++;
        }
        int end = Runs.endOfDigits(text, at);
        int hour = Runs.number(text, at, end);
        int minute = 0;
        int stop = Runs.endOfDigits(text, end + 1);
        if (stop > end + 1) {
            minute = Math.max(0, Runs.number(text, end + 1, stop));
        } else if (text.endsWith("半")) {
            minute = 30;
        }
        if (hour >= 0) {
            keys.add("t" + (hour % 12 * 60 + minute));
        }
    }
}
