package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Letters;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The numbers that a time, a date or a measure is written with. Stateless. */
final class WrittenNumbers {
    /** Digits of an hour or a day. */
    static final int LONGEST_NUMBER = 2;
    /** Digits of a measure. */
    static final int LONGEST_MEASURE = 6;

    private WrittenNumbers() {}

    /** The first number of a text that may be an hour or a day, -1 if there is none. */
    static int first(String text) {
        return first(text, LONGEST_NUMBER);
    }

    /** The first number of a text, -1 if there is none or one of more digits. */
    static int first(String text, int longest) {
        int at = 0;
        while (at < text.length() && !Letters.isDigit(text.charAt(at))) {
            at++;
        }
        int end = at;
        while (end < text.length() && Letters.isDigit(text.charAt(end))) {
            end++;
        }
        return end > at && end - at <= longest ? Runs.number(text, at, end) : -1;
    }

    /** The number that is the day in a date with its month in letters or in numbers: the last of a date that begins with a year. */
    static int dayOf(String date) {
        int at = date.length();
        while (at > 0 && Letters.isDigit(date.charAt(at - 1))) {
            at--;
        }
        int month = date.indexOf('月');
        if (month >= 0) {
            return first(date.substring(month));
        }
        int first = first(date);
        return first >= 0 ? first : first(date.substring(at));
    }

    /** The month and the day of a date, or what there is of them. */
    static Set<Integer> numbers(String date, AnchorLanguage language) {
        List<String> keys = AtomKeys.of(AnchorType.DATE, date, language);
        Set<Integer> numbers = new HashSet<>();
        String key = keys.get(keys.size() - 1);
        for (String part : key.startsWith("d") ? key.substring(1).split("-", -1) : new String[0]) {
            boolean digits = !part.isEmpty() && part.length() <= LONGEST_NUMBER && Letters.all(part, Letters::isDigit);
            if (digits) {
                numbers.add(Runs.number(part, 0, part.length()));
            }
        }
        return numbers;
    }

    /** The number that a value is and no more, -1 if it is more. */
    static int number(Atom atom, AnchorLanguage language) {
        String text = atom.text();
        if (atom.type() == AnchorType.DATE) {
            Set<Integer> parts = numbers(text, language);
            return parts.size() == 1 ? parts.iterator().next() : -1;
        }
        boolean digits = text.length() <= LONGEST_MEASURE && Letters.all(text, Letters::isDigit);
        return digits ? Runs.number(text, 0, text.length()) : -1;
    }
}
