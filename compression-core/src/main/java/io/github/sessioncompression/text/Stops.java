package io.github.sessioncompression.text;

import java.util.List;
import java.util.Locale;

/**
 * Tells which full stops end no sentence: those of short forms, initials, ordinals and dates.
 *
 * <p>Where it can be either, what follows decides: a small letter or a number goes on, a capital may begin a sentence. In doubt the
 * sentence goes on, since half a sentence says something else and two in one do not.
 */
final class Stops {
    /** Letters of each part of a form such as "p.m." or "Ph.D.". */
    private static final int LONGEST_PART = 2;

    private static final int LONGEST_TITLE = 5;
    /** Letters of a short form that is in no list. */
    private static final int LONGEST_UNKNOWN = 3;

    /** Characters of a few words that ask. */
    private static final int LONGEST_ASKED = 30;

    private static final String VOWELS = "aeiouyáàâãäåæéèêëíìîïóòôõöøœúùûüýÿ";

    private final String text;
    private final LanguageProfile profile;

    Stops(String text, LanguageProfile profile) {
        this.text = text;
        this.profile = profile;
    }

    /**
     * Whether the stop behind a word belongs to the word.
     *
     * @param word the word without its stop
     * @param before the words of the sentence before it
     * @param end behind the stop
     */
    boolean shortens(String word, List<Word> before, int end) {
        String lower = word.toLowerCase(Locale.ROOT);
        String next = next(end);
        if (isClosing(lower, before)) {
            return !isCapital(next) || isCapitals(next) || saysWhen(next);
        }
        if (profile.isNumbered(lower)) {
            return startsWithDigit(next) || (next.length() == 1 && isCapital(next) && !isWord(next, lower));
        }
        if (profile.isAbbreviation(lower) || isTitle(word, before) || isSecondHalf(lower, before)) {
            return true;
        }
        if (isUnit(word, before)) {
            return !isCapital(next);
        }
        if (isInitials(word) || (isDate(word) && before.size() <= 1)) {
            return end < text.length() && !startsSentence(next) && !isLoneLetter(next, end);
        }
        int part = Math.max(word.lastIndexOf('-'), word.lastIndexOf('\'')) + 1;
        String last = lower.substring(part);
        return part > 0 && (profile.isAbbreviation(last) || (word.indexOf('.') > 0 && last.length() == 1));
    }

    /** Whether the stop makes a number an ordinal: "am 9. März". With such a month it does so in any text: a word or two of German in an English chat. */
    boolean makesOrdinal(String word, List<Word> before, int end) {
        String next = next(end);
        if (!before.isEmpty() && isListMarker(behindDash(word)) && OrdinalMonths.isOne(next)) {
            return true;
        }
        if (!mayBeOrdinal(word, before)) {
            return false;
        }
        return !next.isEmpty()
                && Character.isLetter(next.charAt(0))
                && !profile.use(next.toLowerCase(Locale.ROOT)).isStop();
    }

    /** Whether a number is an ordinal if its stop ends no sentence. */
    boolean mayBeOrdinal(String word, List<Word> before) {
        return !before.isEmpty() && profile.hasOrdinalStops() && isListMarker(behindDash(word));
    }

    /** The second number of a range of two: "5.–19". */
    private static String behindDash(String word) {
        int dash = Math.max(word.indexOf('–'), word.indexOf('-'));
        String first = dash < 1 ? "" : word.substring(0, word.charAt(dash - 1) == '.' ? dash - 1 : dash);
        return !first.isEmpty() && isListMarker(first) ? word.substring(dash + 1) : word;
    }

    /**
     * Whether what follows goes on with a small letter: where whoever wrote it begins sentences with capitals, or where no word follows with which
     * a sentence may well begin, and no few words that ask: "can't on friday. saturday?".
     */
    boolean goesOn(String word, List<Word> before, int end) {
        String next = next(end);
        String first = before.isEmpty() ? word : before.get(0).surface();
        String lower = profile.spelling(next.toLowerCase(Locale.ROOT));
        boolean small = Character.isLowerCase(first.charAt(0))
                && !mayShorten(word, before)
                && (beginsClause(lower) || isAsked(end));
        return !small
                && !next.isEmpty()
                && end < text.length()
                && text.charAt(end) == ' '
                && Character.isLowerCase(next.charAt(0));
    }

    /** Whether a sentence of somebody who writes in small letters may well begin with the word. */
    private boolean beginsClause(String word) {
        WordUse use = profile.use(word);
        return use.opensClause() || use.isJoiner() || use.isAsking() || use.isCourtesy() || use.isYes();
    }

    /** Whether a question mark is the next mark, and is near. */
    private boolean isAsked(int end) {
        int to = Math.min(text.length(), end + LONGEST_ASKED);
        for (int i = end; i < to; i++) {
            char c = text.charAt(i);
            if (c == '?' || ".,;:!\n".indexOf(c) >= 0) {
                return c == '?';
            }
        }
        return false;
    }

    /** Whether it is a small "no" that begins an answer, and no number's short form: "no. 40". */
    boolean denies(String word, List<Word> before) {
        return before.isEmpty()
                && Character.isLowerCase(word.charAt(0))
                && profile.use(word).isNegation();
    }

    /** Whether a word of which nothing is known looks like a short form, few letters or none that can be sung, or is the number of a day. */
    boolean mayShorten(String word, List<Word> before) {
        if (Letters.any(word, Character::isDigit)) {
            return mayBeOrdinal(word, before);
        }
        String lower = word.toLowerCase(Locale.ROOT);
        return !profile.use(lower).isStop()
                && !profile.use(lower).isLight()
                && (word.length() <= LONGEST_UNKNOWN
                        || (word.indexOf('.') > 0 && word.length() <= LONGEST_TITLE)
                        || Letters.all(lower, c -> VOWELS.indexOf(c) < 0 && c < 0x250));
    }

    /** Whether what ends there may be a sentence: it gives a number its unit, "it weighs 3 kg. we ship it", or a word follows with which one may well begin. */
    boolean mayEnd(List<Word> before, int end) {
        String next = next(end).toLowerCase(Locale.ROOT);
        boolean unit = !before.isEmpty() && before.get(before.size() - 1).isAtom();
        return unit || profile.use(next).opensClause() || profile.use(next).isJoiner();
    }

    /** Whether a word alone is the number of a list's item, not a value. */
    static boolean isListMarker(String word) {
        return word.length() <= 2 && Letters.all(word, Letters::isDigit);
    }

    /** Forms of two words count as one: "и т. д."; one of a single letter is a unit behind a number: "1799 г.". */
    private boolean isClosing(String lower, List<Word> before) {
        if (lower.length() > 1) {
            return profile.isClosing(lower);
        }
        Word last = before.isEmpty() ? null : before.get(before.size() - 1);
        return last != null
                && (last.isAtom() ? profile.isClosing(lower) : profile.isClosing(last.lower() + '.' + lower));
    }

    /** Whether it is a capitalised word that nobody can say: "Mgr", "Cmdr". */
    private static boolean isTitle(String word, List<Word> before) {
        return word.length() > 1
                && word.length() <= LONGEST_TITLE
                && isCapital(word)
                && !isCapitals(word)
                && (before.isEmpty() || !before.get(before.size() - 1).isAtom())
                && Letters.all(
                        word, c -> Character.isLetter(c) && c < 0x250 && VOWELS.indexOf(Character.toLowerCase(c)) < 0);
    }

    /** Whether it is the last letter of a form written apart: "z. B.". */
    private boolean isSecondHalf(String lower, List<Word> before) {
        return lower.length() == 1
                && !before.isEmpty()
                && profile.isAbbreviation(before.get(before.size() - 1).lower() + '.' + lower);
    }

    /** Whether it is one letter, or letters with stops between them: "J", "U.S", "Ph.D". */
    private static boolean isInitials(String word) {
        int letters = 0;
        boolean several = false;
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c == '.' && letters > 0) {
                letters = 0;
                several = true;
            } else if (!Character.isLetter(c) || ++letters > LONGEST_PART) {
                return false;
            }
        }
        return letters == 1 || (several && letters > 0);
    }

    /** Whether it is one small letter behind a number: "1.80 m". */
    private static boolean isUnit(String word, List<Word> before) {
        return word.length() == 1
                && Character.isLowerCase(word.charAt(0))
                && !before.isEmpty()
                && before.get(before.size() - 1).isAtom();
    }

    /** Whether it is a day and a month where such a date ends with a stop: "am 3.4. in Köln". */
    private boolean isDate(String word) {
        int stop = word.indexOf('.');
        return profile.hasOrdinalStops()
                && stop > 0
                && isListMarker(word.substring(0, stop))
                && stop + 1 < word.length()
                && isListMarker(word.substring(stop + 1));
    }

    /** Whether a word of grammar with a capital follows, as at the start of a sentence. */
    private boolean startsSentence(String next) {
        return next.length() > 1
                && isCapital(next)
                && profile.use(next.toLowerCase(Locale.ROOT)).isStop();
    }

    /** Whether one letter follows that is no further initial: "plan B. I left". */
    private boolean isLoneLetter(String next, int end) {
        int behind = text.indexOf(next, end) + next.length();
        return next.length() == 1 && isCapital(next) && behind < text.length() && text.charAt(behind) == ' ';
    }

    /** Whether a capital letter is a word and no number behind a short form: "I" behind "fig.", "A" behind a "no" that denies: "No. A pub." */
    private boolean isWord(String letter, String form) {
        String lower = letter.toLowerCase(Locale.ROOT);
        return profile.use(lower).isFirstPerson()
                || (profile.use(form).isNegation() && profile.use(lower).isStop());
    }

    private boolean saysWhen(String next) {
        String lower = next.toLowerCase(Locale.ROOT);
        return profile.use(lower).isTime() || profile.use(lower).isMonth();
    }

    private static boolean isCapital(String word) {
        return !word.isEmpty() && Character.isUpperCase(word.charAt(0));
    }

    private static boolean isCapitals(String word) {
        return word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT));
    }

    private static boolean startsWithDigit(String word) {
        return !word.isEmpty() && Character.isDigit(word.charAt(0));
    }

    /** The letters or digits that follow on the line, empty if something else does. */
    String next(int end) {
        int from = end;
        while (from < text.length() && text.charAt(from) == ' ' && from - end <= SentenceSplitter.MAX_WORD) {
            from++;
        }
        int to = from;
        while (to < text.length()
                && to - from <= SentenceSplitter.MAX_WORD
                && Character.isLetterOrDigit(text.charAt(to))) {
            to++;
        }
        return text.substring(from, to);
    }
}
