package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A time, a day or a measure that a sentence says is wrong by its number alone, since the value that is right says the rest: "3 pm instead of 2", "31 July,
 * not 15", "on the 5th, not the 3rd", "50 mg, not 15". Immutable.
 */
public final class ShortRejected {
    /** Words of grammar from "not" to the number: "en vez de a las 16". */
    private static final int LEAD = 4;

    private static final int HALF_DAY = 12;
    private static final int HOUR = 60;
    private static final int LAST_DAY = 31;

    /** What makes a number a day rather than an amount. */
    private static final Set<String> ORDINALS =
            Set.of("st", "nd", "rd", "th", "e", "er", "ème", "de", "ste", "º", "ª", "°", "го", "е", "ое");

    private static final List<String> WIDE_BEFORE = List.of("不是", "而非");
    private static final List<String> WIDE_BEHIND = List.of("ではな", "じゃな");

    private final AnchorLanguage language;
    private final int number;
    private final Atom right;
    private final boolean time;
    /** The unit of a measure; empty for a time or a day. */
    private final String unit;
    /** The numbers of the day that is right, without its year; none where only the day is said. */
    private final Set<Integer> day;

    private ShortRejected(
            AnchorLanguage language, int number, Atom right, boolean time, Set<Integer> day, String unit) {
        this.unit = unit;
        this.language = language;
        this.number = number;
        this.right = right;
        this.time = time;
        this.day = day;
    }

    /** What a statement says is wrong; {@code null} if it says so of no value, of several, or of one that says all of itself. */
    public static @Nullable ShortRejected of(
            Statement statement, SentenceWords sentence, LanguageProfile profile, Supplier<List<Atom>> atoms) {
        AnchorLanguage language = statement.language();
        boolean may = language.isUnspaced()
                ? WIDE_BEFORE.stream().anyMatch(statement.text()::contains)
                        || WIDE_BEHIND.stream().anyMatch(statement.text()::contains)
                : statement.mentions("rejecting");
        if (statement.question() || statement.has("unsure") || sentence.aside() || !may) {
            return null;
        }
        List<Atom> all = withDays(atoms.get(), sentence.words(), language);
        int wrong = -1;
        for (int i = 0; i < all.size(); i++) {
            if (WrittenNumbers.number(all.get(i), language) >= 0
                    && isRejected(all.get(i), statement, sentence.words(), profile)) {
                if (wrong >= 0) {
                    return null;
                }
                wrong = i;
            }
        }
        if (wrong < 0 || all.size() < 2) {
            return null;
        }
        return of(all.get(wrong), all.get(wrong > 0 ? wrong - 1 : 1), language);
    }

    private static @Nullable ShortRejected of(Atom wrong, Atom right, AnchorLanguage language) {
        int number = WrittenNumbers.number(wrong, language);
        boolean hour = right.type() == AnchorType.TIME && wrong.type() != AnchorType.DATE;
        if (hour && number < 2 * HALF_DAY) {
            return new ShortRejected(language, number, right, true, Set.of(), "");
        }
        Set<Integer> day = right.type() == AnchorType.DATE ? WrittenNumbers.numbers(right.text(), language) : Set.of();
        boolean days = right.type() == AnchorType.DATE
                && wrong.type() != AnchorType.TIME
                && (day.size() == 2 || wrong.type() == AnchorType.DATE)
                && number > 0
                && number <= LAST_DAY;
        if (days) {
            return new ShortRejected(language, number, right, false, day.size() == 2 ? day : Set.of(), "");
        }
        boolean bare = wrong.type() != AnchorType.DATE && wrong.type() != AnchorType.TIME;
        String unit = bare ? unit(right.text(), language) : "";
        return unit.isEmpty() ? null : new ShortRejected(language, number, right, false, Set.of(), unit);
    }

    /** Whether a value is the one that is wrong. */
    public boolean is(AnchorType type, String text) {
        return type == kind() && is(Given.of(type, text, language));
    }

    /** Whether what was given is what is wrong. */
    public boolean is(Given given) {
        if (given.type() != kind()) {
            return false;
        }
        boolean same =
                AtomKeys.of(right.type(), right.text(), language).stream().anyMatch(given.keys()::contains);
        return !same
                && (time
                        ? isHour(given.text(), given.keys())
                        : unit.isEmpty() ? isDay(given.text(), given.keys()) : isMeasure(given.text()));
    }

    private AnchorType kind() {
        return right.type();
    }

    private boolean isMeasure(String text) {
        return WrittenNumbers.first(text, WrittenNumbers.LONGEST_MEASURE) == number
                && Units.areOfOneKind(language.code(), unit(text, language), unit);
    }

    /** The unit at the end of a measure of a whole number, empty if it is none. */
    private static String unit(String text, AnchorLanguage language) {
        int at = 0;
        while (at < text.length() && Letters.isDigit(text.charAt(at))) {
            at++;
        }
        String unit = text.substring(at).strip().toLowerCase(Locale.ROOT);
        return at > 0 && Units.isUnit(language.code(), unit) ? unit : "";
    }

    /** Whether a value of the sentence itself is the number that is wrong. */
    public boolean isSaidBy(String value) {
        return Letters.all(value, Letters::isDigit)
                && WrittenNumbers.first(value, WrittenNumbers.LONGEST_MEASURE) == number;
    }

    /**
     * A time, a day or a measure as it was said. Immutable.
     *
     * @param keys one for each spelling
     */
    public record Given(AnchorType type, String text, List<String> keys) {
        /** Copies the keys. */
        public Given {
            keys = List.copyOf(keys);
        }

        /**
         * The time, the day or the measure that a text begins with, {@code null} if it begins with none.
         *
         * @param first characters of its first word, in which the value may begin anywhere
         */
        public static @Nullable Given beginning(String text, int first, LanguageProfile profile) {
            AnchorLanguage language = AnchorLanguage.of(profile.code());
            List<Atom> atoms = AtomScanner.scan(text, language);
            if (atoms.isEmpty() || atoms.get(0).start() >= first) {
                return null;
            }
            Atom atom = atoms.get(0);
            boolean may = atom.type() == AnchorType.TIME
                    || atom.type() == AnchorType.DATE
                    || !unit(atom.text(), language).isEmpty();
            return may ? of(atom.type(), atom.text(), language) : null;
        }

        private static Given of(AnchorType type, String text, AnchorLanguage language) {
            return new Given(type, text, AtomKeys.of(type, text, language));
        }
    }

    private boolean isHour(String text, List<String> keys) {
        char half = half(right.text());
        char old = half(text);
        boolean late = number > HALF_DAY && WrittenNumbers.first(text) != number && old != 'p';
        boolean apart = half != 0 && old != 0 && half != old;
        return !late && !apart && keys.contains("t" + number % HALF_DAY * HOUR);
    }

    private boolean isDay(String text, List<String> keys) {
        Set<Integer> parts = WrittenNumbers.numbers(text, language);
        if (day.isEmpty()) {
            return parts.contains(number) && WrittenNumbers.dayOf(text) == number;
        }
        return day.stream()
                .anyMatch(month -> month <= HALF_DAY
                        && keys.contains("d" + Math.min(month, number) + '-' + Math.max(month, number)));
    }

    /** Whether it is of the morning or of the afternoon: 'a', 'p', or 0 where that is not said. */
    private static char half(String time) {
        String lower = time.toLowerCase(Locale.ROOT).replace(".", "");
        return lower.endsWith("am") ? 'a' : lower.endsWith("pm") ? 'p' : 0;
    }

    /** The values of a sentence, and with them the days that only an ordinal says: "the 5th". */
    private static List<Atom> withDays(List<Atom> atoms, List<Word> words, AnchorLanguage language) {
        List<Atom> all = new ArrayList<>(atoms);
        for (Word word : language.isUnspaced() ? List.<Word>of() : words) {
            String surface = word.lower();
            int digits = 0;
            while (digits < surface.length() && Letters.isDigit(surface.charAt(digits))) {
                digits++;
            }
            boolean ordinal = digits > 0
                    && digits <= WrittenNumbers.LONGEST_NUMBER
                    && ORDINALS.contains(surface.substring(digits).replace("-", ""));
            if (ordinal) {
                all.removeIf(atom -> atom.start() < word.end()
                        && word.start() < atom.end()
                        && atom.type() != AnchorType.DATE
                        && atom.type() != AnchorType.TIME);
                if (all.stream().noneMatch(atom -> atom.start() < word.end() && word.start() < atom.end())) {
                    all.add(new Atom(AnchorType.DATE, surface.substring(0, digits), word.start(), word.end(), true));
                }
            }
        }
        all.sort(Comparator.comparingInt(Atom::start));
        return all;
    }

    /** Whether "not" or the like stands before it with nothing but grammar between, and nothing behind that it counts. */
    private static boolean isRejected(Atom atom, Statement statement, List<Word> words, LanguageProfile profile) {
        AnchorLanguage language = statement.language();
        if (language.isUnspaced()) {
            String text = statement.text();
            String before = text.substring(0, Math.max(0, atom.start() - statement.start()));
            String behind = text.substring(Math.min(text.length(), atom.end() - statement.start()));
            return WIDE_BEFORE.stream().anyMatch(before::endsWith)
                    || WIDE_BEHIND.stream().anyMatch(behind::startsWith);
        }
        int at = 0;
        while (at < words.size() && words.get(at).end() <= atom.start()) {
            at++;
        }
        if (at == words.size() || isCounted(words, at, profile)) {
            return false;
        }
        for (int i = at - 1; i >= Math.max(0, at - LEAD); i--) {
            String lower = words.get(i).lower();
            if (words.get(i).after() != 0 || words.get(i).isAtom()) {
                return false;
            }
            if (language.has("rejecting", lower)) {
                return true;
            }
            if (!profile.use(lower).isStop() && !profile.use(lower).isPreposition()) {
                return false;
            }
        }
        return false;
    }

    private static boolean isCounted(List<Word> words, int at, LanguageProfile profile) {
        boolean more = at + 1 < words.size() && words.get(at).after() == 0;
        return more && !profile.use(words.get(at + 1)).isStop();
    }
}
