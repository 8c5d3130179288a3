package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.Units;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.List;
import java.util.Locale;

/**
 * Writes clauses the way a note-taker does: no leading "and", no "I", no articles, no fillers.
 *
 * <p>What was already a note (the previous state), and what tools were called for, is written word for word, a part of it without what tied it to the rest.
 */
final class NoteStyle {
    /** Words behind a negation that it may be about. */
    private static final int REACH = 12;

    /** Words. */
    private static final int LONGEST_CORRECTION = 4;

    /** Characters of a number of a list in brackets. */
    private static final int LONGEST_ITEM = 2;

    /** Ends what somebody is doing: "I'm paying" but "I'm paid". */
    private static final String LASTING = "ing";

    private NoteStyle() {}

    /** The words from {@code from} to before {@code to} as a note; empty if nothing is left. */
    static String write(Sentence sentence, int from, int to) {
        boolean verbatim = sentence.utterance.origin() == Utterance.Origin.STATE
                || sentence.utterance.speaker().equals(Trail.LABEL);
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        NoteText note = new NoteText();
        boolean head = !sentence.aside && (!verbatim || from > 0);
        boolean paired = isPaired(words);
        for (int i = head ? start(sentence, from, to) : from; i < to; i++) {
            Word word = words.get(i);
            if (!verbatim && isDropped(profile, word) && !isHeld(sentence, i, from, to)) {
                note.mark(inside(word.after(), paired));
                continue;
            }
            // The "I" of what is answered is somebody else.
            boolean own = i >= sentence.answerFrom;
            if (head && own && isSubjectLeft(sentence, i, to)) {
                continue;
            }
            String text = verbatim || isNamed(sentence, i) ? word.surface() : plain(word, profile);
            text = head && own ? profile.atHead(word.lower(), text) : text;
            note.add(text, place(words, i, to));
            head = false;
            note.mark(inside(word.after(), paired));
        }
        return note.end(sentence.question, sentence.aside);
    }

    /** Where a word stands: brackets that end with the note are left out where it begins with them. */
    private static NoteText.Place place(List<Word> words, int at, int to) {
        if (!words.get(at).bracketed()) {
            return NoteText.Place.OUTSIDE;
        }
        boolean first = at == 0 || !words.get(at - 1).bracketed();
        boolean leaves = !words.get(to - 1).bracketed();
        if (!first || !leaves) {
            return NoteText.Place.INSIDE;
        }
        boolean item = words.get(at).surface().length() <= LONGEST_ITEM
                && !words.get(at + 1).bracketed();
        return item ? NoteText.Place.ITEM : NoteText.Place.OPENS;
    }

    private static int start(Sentence sentence, int from, int to) {
        int at = from;
        while (at < to - 1 && isJoinerLeft(sentence, at, to)) {
            at++;
        }
        return at;
    }

    /** Whether a word joins what follows to what was said before and is no part of it: "but I", not "but for you". */
    static boolean isJoinerLeft(Sentence sentence, int at, int to) {
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        if (!profile.use(words.get(at)).isJoiner() || profile.cueLength("fixed", words, at, to) > 0) {
            return false;
        }
        Word next = words.get(at + 1);
        return words.get(at).after() != 0
                || profile.cueLength("adding", words, at, at + 1) > 0
                || !(next.isAtom() || next.isProper() || profile.use(next).isPreposition());
    }

    /**
     * Whether a filler says something where it stands: behind what negates, in a name, in a phrase of its own or, articles apart, before what
     * it limits. "I don't just delete" deletes, and "the Super Bowl" is no bowl.
     */
    private static boolean isHeld(Sentence sentence, int i, int from, int to) {
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        if (i > from && profile.use(words.get(i - 1)).isNegation()) {
            return true;
        }
        if (profile.use(words.get(i)).isDeterminer()) {
            return isLimited(words, i, from, profile)
                    || isCompared(words, i, from, to)
                    || isRate(words, i, from)
                    || isInPhrase(sentence, i, from, to);
        }
        if (isNegated(sentence, i, from) || isInPhrase(sentence, i, from, to) || isCorrection(sentence, i)) {
            return true;
        }
        if (i + 1 >= to) {
            return false;
        }
        Word next = words.get(i + 1);
        return next.isAtom()
                || next.isProper()
                || profile.use(next).isNegation()
                || profile.use(next).isComparison();
    }

    /**
     * Whether a note can do without who says it: not in a quotation, where somebody else does it, too ("I or Ben"), where all that is said is no ("I not, Petra"),
     * and where it would be done by the speaker instead of to them ("I'm owed").
     */
    private static boolean isSubjectLeft(Sentence sentence, int at, int to) {
        LanguageProfile profile = sentence.profile;
        Word word = sentence.words.get(at);
        if (!profile.use(word).isSubject() || at == to - 1 || word.after() != 0 || word.quoted()) {
            return false;
        }
        Word next = sentence.words.get(at + 1);
        String lower = next.lower();
        boolean particle =
                at + 1 == to - 2 && profile.use(sentence.words.get(to - 1)).isContent();
        boolean denied = profile.use(next).isNegation() && (next.after() != 0 || at + 1 == to - 1 || particle);
        boolean content = !profile.use(next).isStop() && !lower.endsWith(LASTING);
        boolean passive = content && !profile.atHead(word.lower(), "").isEmpty();
        return !denied
                && !passive
                && !profile.use(next).isConjunction()
                && !profile.use(next).isGlue();
    }

    /** Whether an operator stands beside it: the first side of "a + b" is no article. */
    private static boolean isCompared(List<Word> words, int i, int from, int to) {
        return (i + 1 < to && words.get(i + 1).isOperator())
                || (i > from && words.get(i - 1).isOperator());
    }

    /** Whether an article is "one" or "per" behind a limit or a number in letters: "at most a week before", "four a day". */
    private static boolean isLimited(List<Word> words, int i, int from, LanguageProfile profile) {
        String before =
                i > from && words.get(i - 1).after() == 0 ? words.get(i - 1).lower() : "";
        boolean time = i + 1 < words.size() && profile.use(words.get(i + 1)).isTime();
        return (time && profile.use(before).isComparison())
                || (!before.isEmpty() && Units.isNumber(profile.code(), before));
    }

    /** Whether an article stands for "per": "3 pills a day". */
    private static boolean isRate(List<Word> words, int i, int from) {
        for (int before = i - 1;
                before >= Math.max(from, i - 2) && words.get(before).after() == 0;
                before--) {
            if (words.get(before).isAtom()) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNegated(Sentence sentence, int i, int from) {
        int first = Math.max(from, i - REACH);
        for (int before = i - 1; before >= first && sentence.words.get(before).after() == 0; before--) {
            if (sentence.profile.use(sentence.words.get(before)).isNegation()) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is all that tells a few words from a plain statement: "5 actually". */
    private static boolean isCorrection(Sentence sentence, int i) {
        return sentence.words.size() - sentence.answerFrom <= LONGEST_CORRECTION
                && sentence.profile.cueLength("correction", sentence.words, i, i + 1) > 0;
    }

    private static boolean isInPhrase(Sentence sentence, int i, int from, int to) {
        for (int start = i; start >= Math.max(from, i - 2); start--) {
            if (sentence.profile.cueLength("fixed", sentence.words, start, to) > i - start) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDropped(LanguageProfile profile, Word word) {
        boolean label = word.surface().length() == 1
                && Character.isUpperCase(word.surface().charAt(0))
                && !word.opensSentence();
        return profile.use(word).isDropped() && !label;
    }

    /** Whether it may be somebody's name as well as a word of grammar: "Will says", "May told me". */
    private static boolean isNamed(Sentence sentence, int at) {
        return sentence.profile.cueLength("name", sentence.words, at, at + 1) > 0;
    }

    /** Without the capital that only says "a sentence starts here". */
    private static String plain(Word word, LanguageProfile profile) {
        String surface = word.surface();
        boolean known = profile.use(word).isStop() || profile.use(word).isLight();
        return word.opensSentence() && known && surface.length() > 1 && !word.isProper()
                ? surface.toLowerCase(Locale.ROOT)
                : surface;
    }

    /** Whether dashes stand for "is" or "has" in it, and no commas: "Amir – nuts, Liam – bees". */
    private static boolean isPaired(List<Word> words) {
        int dashes = 0;
        int commas = 0;
        for (Word word : words) {
            dashes += word.after() == '-' ? 1 : 0;
            commas += dashes == 1 && (word.after() == ',' || word.after() == ';') ? 1 : 0;
        }
        return dashes > 1 && commas > 0;
    }

    private static char inside(char after, boolean paired) {
        return switch (after) {
            case ',', ';' -> ',';
            case '-' -> paired ? ':' : ',';
            case ':' -> ':';
            default -> 0;
        };
    }
}
