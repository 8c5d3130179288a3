package io.github.sessioncompression.search;

import io.github.sessioncompression.text.LanguageProfile;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The days and months that a query names: "on 3 May 2023", "in June", "2023-05-03". Names of months are the JDK's in its language.
 *
 * <p><b>Algorithm.</b> Word by word:
 * <ol>
 *   <li>The full name of a month is one, with a day and a year among the two words before it and the two behind it. Short names are left out: many are
 *       words of their own ("Mar", "set").
 *   <li>Three words that are a year, a month and a day in numbers are a day. Other orders are left out: 03/05 is a day in March or in May.
 * </ol>
 *
 * <p>They only raise messages of such days ({@link Ranking}), so a name that is none does little harm. "Yesterday" is not read: a query has no time.
 */
record DayMentions(List<Mention> mentions) {
    /** The only month that is a word of grammar, too: it counts with a number beside it. */
    private static final String MAY = "may";

    /** A number, which the ending of an ordinal may follow. */
    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,4})\\D{0,2}");

    /** A month, or a day of it; 0 matches anything. */
    private record Mention(int year, int month, int day) {
        private boolean has(LocalDate date) {
            return month == date.getMonthValue()
                    && (year == 0 || year == date.getYear())
                    && (day == 0 || day == date.getDayOfMonth());
        }
    }

    /**
     * The mentions in a query's words.
     *
     * @param words all of them, stop words included, in order
     */
    static DayMentions in(LanguageProfile language, List<IndexedWord> words) {
        List<Mention> found = new ArrayList<>();
        Map<String, Integer> months = months(Locale.forLanguageTag(language.code()));
        int[] numbers = words.stream().mapToInt(word -> number(word.word())).toArray();
        for (int i = 0; i < numbers.length; i++) {
            Integer month = months.get(words.get(i).word());
            if (month != null) {
                Mention mention = named(month, numbers, i);
                if (mention.year() > 0
                        || mention.day() > 0
                        || !words.get(i).word().equals(MAY)) {
                    found.add(mention);
                }
            } else if (i + 2 < numbers.length
                    && isYear(numbers[i])
                    && isWithin(numbers[i + 1], 12)
                    && isWithin(numbers[i + 2], 31)) {
                found.add(new Mention(numbers[i], numbers[i + 1], numbers[i + 2]));
            }
        }
        return new DayMentions(found);
    }

    /** The numbers of the months by their names, which some languages inflect beside a day. */
    private static Map<String, Integer> months(Locale locale) {
        Map<String, Integer> months = new HashMap<>();
        for (Month month : Month.values()) {
            for (TextStyle style : List.of(TextStyle.FULL, TextStyle.FULL_STANDALONE)) {
                months.put(month.getDisplayName(style, locale).toLowerCase(locale), month.getValue());
            }
        }
        return months;
    }

    /** A month by its name, with the day and the year among the two words before it and the two after it. A day next to the name goes before another. */
    private static Mention named(int month, int[] numbers, int at) {
        int year = 0;
        int day = 0;
        for (int i = Math.max(0, at - 2); i < Math.min(numbers.length, at + 3); i++) {
            if (isYear(numbers[i])) {
                year = numbers[i];
            } else if (isWithin(numbers[i], 31) && (day == 0 || Math.abs(i - at) == 1)) {
                day = numbers[i];
            }
        }
        return new Mention(year, month, day);
    }

    private static boolean isYear(int number) {
        return number >= 1900 && number < 2200;
    }

    private static boolean isWithin(int number, int most) {
        return number >= 1 && number <= most;
    }

    /** The number that a word is; 0 if it is none. */
    private static int number(String word) {
        Matcher number = NUMBER.matcher(word);
        return number.matches() ? Integer.parseInt(number.group(1)) : 0;
    }

    /** True if one of the mentions is that day, or has it in its month. */
    boolean has(LocalDate date) {
        return mentions.stream().anyMatch(mention -> mention.has(date));
    }
}
