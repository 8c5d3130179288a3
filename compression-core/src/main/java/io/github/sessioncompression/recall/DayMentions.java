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
 * The days and months that a query names: "on 3 May 2023", "in June", "2023-05-03". Names of months are the JDK's in the query's language.
 *
 * @param mentions what is named
 */
record DayMentions(List<Mention> mentions) {
    private static final int MIN_YEAR = 1900;
    private static final int MAX_YEAR = 2199;
    private static final int MAX_DIGITS = 4;
    private static final int MAX_SUFFIX = 2;

    /** The only month that is a word of grammar, too: it counts with a number beside it. */
    private static final String MAY = "may";

    /** A month, or a day of it; 0 stands for anything. */
    private record Mention(int year, int month, int day) {
        private boolean has(LocalDate date) {
            return month == date.getMonthValue()
                    && (year == 0 || year == date.getYear())
                    && (day == 0 || day == date.getDayOfMonth());
        }
    }

    /** Those in the words of a query. */
    static DayMentions in(LanguageProfile language, List<IndexedWord> words) {
        List<Mention> found = new ArrayList<>();
        Map<String, Integer> months = months(Locale.forLanguageTag(language.code()));
        for (int i = 0; i < words.size(); i++) {
            Integer month = months.get(words.get(i).word());
            if (month != null) {
                addNamed(found, words, i, month);
            } else {
                addInDigits(found, words, i);
            }
        }
        return new DayMentions(found);
    }

    private static Map<String, Integer> months(Locale locale) {
        Map<String, Integer> months = new HashMap<>();
        for (Month month : Month.values()) {
            for (TextStyle style : List.of(TextStyle.FULL, TextStyle.FULL_STANDALONE)) {
                months.put(month.getDisplayName(style, locale).toLowerCase(locale), month.getValue());
            }
        }
        return months;
    }

    private static void addNamed(List<Mention> found, List<IndexedWord> words, int at, int month) {
        int year = 0;
        int day = 0;
        for (int i = Math.max(0, at - 2); i < Math.min(words.size(), at + 3); i++) {
            int number = number(words.get(i).word());
            if (isYear(number)) {
                year = number;
            } else if (number >= 1 && number <= 31 && (day == 0 || Math.abs(i - at) == 1)) {
                day = number;
            }
        }
        if (year > 0 || day > 0 || !words.get(at).word().equals(MAY)) {
            found.add(new Mention(year, month, day));
        }
    }

    private static void addInDigits(List<Mention> found, List<IndexedWord> words, int at) {
        if (at + 2 >= words.size()) {
            return;
        }
        int year = number(words.get(at).word());
        int month = number(words.get(at + 1).word());
        int day = number(words.get(at + 2).word());
        if (isYear(year) && month >= 1 && month <= 12 && day >= 1 && day <= 31) {
            found.add(new Mention(year, month, day));
        }
    }

    private static boolean isYear(int number) {
        return number >= MIN_YEAR && number <= MAX_YEAR;
    }

    /** The number at the head of a word, which the ending of an ordinal may follow; 0 if there is none. */
    private static int number(String word) {
        int number = 0;
        int digits = 0;
        while (digits < word.length() && Letters.isDigit(word.charAt(digits))) {
            if (digits == MAX_DIGITS) {
                return 0;
            }
            number = 10 * number + word.charAt(digits) - '0';
            digits++;
        }
        return word.length() - digits <= MAX_SUFFIX ? number : 0;
    }

    boolean isEmpty() {
        return mentions.isEmpty();
    }

    /** True if the date is one of the days, or in one of the months. */
    boolean has(LocalDate date) {
        return mentions.stream().anyMatch(mention -> mention.has(date));
    }
}
