package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells a user's message that gives another value than the assistant did just before, and does not say of what: "kept for 30 days", "make it 60"; "the total is
 * 82", "that's wrong, it is 28". Stateless.
 */
final class ValueInstead {
    /** Words of what is said with the value. */
    private static final int LONGEST = 10;
    /** Words of what gives the value before. */
    private static final int LONGEST_BEFORE = 14;
    /** Characters of both in a script without spaces. */
    private static final int LONGEST_UNSPACED = 14;
    /** The last of the letters of scripts with spaces. */
    private static final int LATIN = 0x2E7F;

    private ValueInstead() {}

    /**
     * What a message is about.
     *
     * @param sentence the first sentence of the message
     * @param before the sentences of the message before
     * @return {@code null} if it says that itself, where that is not clear, or if it says that it puts something right
     */
    static @Nullable Sentence of(Sentence sentence, List<Sentence> before) {
        Sentence last = before.isEmpty() ? null : before.get(before.size() - 1);
        boolean may = last != null
                && isStated(sentence, Utterance.Origin.USER)
                && isStated(last, Utterance.Origin.ASSISTANT)
                && last.utterance.order() == sentence.utterance.order() - 1
                && sentence.profile.equals(last.profile);
        if (last == null || !may || !isLittle(sentence) || !isShort(last) || binds(last) || putsRight(sentence)) {
            return null;
        }
        Word value = value(sentence);
        Word other = value(last);
        if (value == null || other == null || value.lower().equals(other.lower())) {
            return null;
        }
        return areAlike(value, other) && !isOfOther(sentence, value, last) ? last : null;
    }

    private static boolean isStated(Sentence sentence, Utterance.Origin by) {
        return sentence.utterance.origin() == by && !sentence.question && !sentence.aside;
    }

    /** Whether it says that it puts something right, and nothing before its value, "no, 9:40", "it's actually 750"; "that's wrong, it is 28" may be of anything. */
    private static boolean putsRight(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        Word first = sentence.words.get(0);
        boolean clause = first.after() == 0
                && sentence.words.stream().takeWhile(word -> !word.isAtom()).anyMatch(word -> word.after() != 0);
        return sentence.corrects
                && !profile.isUnspaced()
                && (!clause || profile.cueLength("retraction", sentence.words, 0, 1) > 0);
    }

    /** Whether it says what must or must not be, which goes on to hold. */
    private static boolean binds(Sentence sentence) {
        return said(sentence).stream().map(sentence.profile::use).anyMatch(use -> use.isNegation() || use.isModal());
    }

    private static boolean isShort(Sentence sentence) {
        return sentence.profile.isUnspaced()
                ? characters(said(sentence)) <= 2 * LONGEST_UNSPACED
                : said(sentence).size() <= LONGEST_BEFORE;
    }

    /** Whether hardly anything but a value stands in it, up to the first mark behind that. */
    private static boolean isLittle(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        int to = 1;
        boolean value = words.get(0).isAtom();
        while (to < words.size() && !(value && words.get(to - 1).after() != 0)) {
            value |= words.get(to).isAtom();
            to++;
        }
        if (profile.isUnspaced()) {
            return value
                    && characters(words.subList(0, to)) <= LONGEST_UNSPACED
                    && (profile.hasCue("correction", words, 0, to) || profile.hasCue("set-to", words, 0, to));
        }
        boolean own = words.stream().anyMatch(word -> profile.use(word).isFirstPerson());
        return value && to <= LONGEST && !own && !profile.use(words.get(0)).isJoiner() && isLittle(words, to, profile);
    }

    /** Whether each of two clauses at most has no more than one word of content: "that's wrong, the right one is 28". */
    private static boolean isLittle(List<Word> words, int to, LanguageProfile profile) {
        int clauses = 1;
        int content = 0;
        for (int i = 0; i < to; i++) {
            Word word = words.get(i);
            if (i > 0 && words.get(i - 1).after() != 0) {
                clauses++;
                content = 0;
            }
            content += isContent(word, profile) ? 1 : 0;
            if (content > 1 || clauses > 2) {
                return false;
            }
        }
        return true;
    }

    private static boolean isContent(Word word, LanguageProfile profile) {
        boolean currency = !word.surface().chars().allMatch(Character::isLetter)
                && word.surface().length() <= Value.LONGEST_UNIT; // "R$"
        return !word.isAtom() && !currency && profile.use(word).isContent();
    }

    /** Whether something else is counted: "30 seats", "12 chairs". */
    private static boolean isOfOther(Sentence sentence, Word value, Sentence last) {
        int at = sentence.words.indexOf(value);
        boolean counts = value.after() == 0
                && at + 1 < sentence.words.size()
                && isContent(sentence.words.get(at + 1), sentence.profile);
        return counts
                && last.words.stream().noneMatch(word -> word.lower()
                        .equals(sentence.words.get(at + 1).lower()));
    }

    private static int characters(List<Word> words) {
        return words.stream().mapToInt(word -> word.surface().length()).sum();
    }

    /** Its own words, behind the question that it answers. */
    private static List<Word> said(Sentence sentence) {
        return sentence.words.subList(sentence.answerFrom, sentence.words.size());
    }

    /** The only value of a sentence; {@code null} if it gives none or several. */
    private static @Nullable Word value(Sentence sentence) {
        List<Word> values = said(sentence).stream().filter(Word::isAtom).toList();
        return values.size() == 1 ? values.get(0) : null;
    }

    /** Whether both are numbers, or both times. */
    private static boolean areAlike(Word value, Word other) {
        return isNumber(value)
                && isNumber(other)
                && value.lower().indexOf(':') < 0 == other.lower().indexOf(':') < 0;
    }

    private static boolean isNumber(Word word) {
        boolean unspaced = word.lower().chars().anyMatch(c -> c > LATIN);
        return unspaced || word.lower().chars().noneMatch(c -> Character.isLetter(c) || c == '/' || c == '@');
    }
}
