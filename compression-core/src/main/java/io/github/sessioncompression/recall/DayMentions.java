package io.github.sessioncompression.recall;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The days and months that a query names: "on 3 May 2023", "in June", "2023-05-03".
 *
 * <p>Months go by their names in the query's language, as the JDK has them.
 */
final class DayMentions {
    private static final int MIN_YEAR = 1900;
    private static final int MAX_YEAR = 2199;
    private static final int NUMBER_DIGITS = 4;

    private final List<Mention> mentions = new ArrayList<>();

    /** A month, or a day in it; what is 0 was not named. */
    private record Mention(int year, int month, int day) {
        private boolean has(LocalDate date) {
            return month == date.getMonthValue()
                    && (year == 0 || year == date.getYear())
                    && (day == 0 || day == date.getDayOfMonth());
        }
    }

    private DayMentions() {}

    /** Those in the words of a query. */
    static DayMentions in(LanguageProfile language, List<IndexedWord> words) {
        DayMentions found = new DayMentions();
        Map<String, Integer> months = months(language);
        for (int i = 0; i < words.size(); i++) {
            Integer month = months.get(words.get(i).word());
            if (month != null) {
                found.named(language, words, i, month);
            } else {
                found.inDigits(words, i);
            }
        }
        return found;
    }

    private static Map<String, Integer> months(LanguageProfile language) {
        Locale locale = Locale.forLanguageTag(language.code());
        Map<String, Integer> months = new HashMap<>();
        for (Month month : Month.values()) {
            for (TextStyle style : List.of(TextStyle.FULL, TextStyle.FULL_STANDALONE)) {
                months.put(month.getDisplayName(style, locale).toLowerCase(locale), month.getValue());
            }
        }
        return months;
    }

    private void named(LanguageProfile language, List<IndexedWord> words, int at, int month) {
        int year = 0;
        int day = 0;
        for (int i = Math.max(0, at - 2); i < Math.min(words.size(), at + 3); i++) {
            int number = number(words.get(i).word());
            if (number >= MIN_YEAR && number <= MAX_YEAR) {
                year = number;
            } else if (number >= 1 && number <= 31 && (day == 0 || Math.abs(i - at) == 1)) {
                day = number;
            }
        }
        boolean numbered = year > 0 || day > 0;
        if (numbered || !language.use(words.get(at).word()).isModal()) {
            mentions.add(new Mention(year, month, day));
        }
    }

    private void inDigits(List<IndexedWord> words, int at) {
        if (at + 2 >= words.size()) {
            return;
        }
        int year = number(words.get(at).word());
        int month = number(words.get(at + 1).word());
        int day = number(words.get(at + 2).word());
        if (year >= MIN_YEAR && year <= MAX_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= 31) {
            mentions.add(new Mention(year, month, day));
        }
    }

    /** The number at the word's head, which an ordinal's ending may follow; 0 if there is none. */
    private static int number(String word) {
        int number = 0;
        int digits = 0;
        while (digits < word.length() && Letters.isDigit(word.charAt(digits))) {
            if (digits == NUMBER_DIGITS) {
                return 0;
            }
            number = 10 * number + word.charAt(digits) - '0';
            digits++;
        }
        return word.length() - digits <= 2 ? number : 0;
    }

    boolean isEmpty() {
        return mentions.isEmpty();
    }

    /** Whether the day is one of those named, or in one of the months. */
    boolean has(LocalDate date) {
        for (Mention mention : mentions) {
            if (mention.has(date)) {
                return true;
            }
        }
        return false;
    }
}
