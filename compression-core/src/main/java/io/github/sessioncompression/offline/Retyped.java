package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a message that puts right a value of the one just before by the same speaker, as people who type do: "12 June", "oh no wait 10 June".
 *
 * <p>It begins with a word that takes back or an exclamation and says little beside a value of the same form; or it repeats a word of
 * the message before in front of another value: "Lime Road 4", "rubbish lime road 14". Stateless.
 */
final class Retyped {
    private static final int LONGEST = 8;
    /** Words of one that gives its reason behind a mark: "no sorry 1, mum wants to eat early". */
    private static final int LONGEST_WITH_REASON = 16;

    private static final int LONGEST_INTERJECTION = 3;
    /** Words of content beside the value. */
    private static final int LITTLE = 2;
    /** Characters of a run that takes back in a script without spaces. */
    private static final int LONGEST_RUN = 5;

    private static final List<String> MARKS = List.of("retyping", "retraction", "correction");

    private Retyped() {}

    /**
     * What a message puts right.
     *
     * @param said its sentences as they were said
     * @param before the sentences of the message before
     * @return {@code null} if it puts nothing right
     */
    static @Nullable Sentence of(List<Sentence> said, List<Sentence> before) {
        if (said.isEmpty() || before.isEmpty()) {
            return null;
        }
        Sentence sentence = said.get(0);
        Sentence last = before.get(before.size() - 1);
        if (!isNext(sentence, last) || !mayPutRight(sentence, last)) {
            return null;
        }
        return putsRight(sentence, last, false) ? last : null;
    }

    /** Whether a sentence takes back a value of the one in front of it in its message, and says nothing besides: "48 euros. Ah no, 58 euros." */
    static boolean isAtOnce(Sentence sentence, Sentence last) {
        return sentence.utterance.origin() != Utterance.Origin.STATE
                && mayPutRight(sentence, last)
                && (sentence.profile.isUnspaced() || marks(sentence.words, sentence.profile) > 0)
                && putsRight(sentence, last, true);
    }

    private static boolean mayPutRight(Sentence sentence, Sentence last) {
        return !sentence.question
                && !sentence.aside
                && !last.question
                && sentence.profile.equals(last.profile)
                && sentence.words.size() > 1
                && (sentence.words.size() <= LONGEST
                        || (!sentence.profile.isUnspaced()
                                && sentence.words.size() <= LONGEST_WITH_REASON
                                && reason(sentence.words) < sentence.words.size()));
    }

    /** Whether the same speaker says one right behind the other. */
    static boolean isNext(Sentence sentence, Sentence last) {
        return sentence.utterance.origin() != Utterance.Origin.STATE
                && sentence.utterance.origin() != Utterance.Origin.TOOL
                && last.utterance.origin() == sentence.utterance.origin()
                && last.utterance.order() == sentence.utterance.order() - 1
                && last.utterance.speaker().equals(sentence.utterance.speaker());
    }

    private static boolean gives(List<Word> words, LanguageProfile profile) {
        return words.stream()
                .anyMatch(word -> word.isAtom() || profile.use(word).isTime());
    }

    /** Where the words behind the value and a mark begin; behind the last word if there are none. */
    private static int reason(List<Word> words) {
        for (int i = 1; i < Math.min(LONGEST, words.size()); i++) {
            if (words.get(i).isAtom() && words.get(i).after() != 0) {
                return i + 1;
            }
        }
        return words.size();
    }

    private static boolean takesBack(Word first, LanguageProfile profile) {
        return first.surface().length() <= LONGEST_RUN
                && first.after() != 0
                && !first.isAtom()
                && (profile.hasCue("retyping", List.of(first), 0, 1)
                        || profile.hasCue("correction", List.of(first), 0, 1));
    }

    /**
     * Whether it does.
     *
     * @param atOnce whether both stand in one message, where what takes back nothing may speak of something else
     */
    private static boolean putsRight(Sentence sentence, Sentence last, boolean atOnce) {
        LanguageProfile profile = sentence.profile;
        if (profile.isUnspaced()) {
            return gives(last.words, profile) && takesBack(sentence.words.get(0), profile);
        }
        List<Word> words = sentence.words;
        Word first = words.get(0);
        String opener = first.lower();
        WordUse begins = profile.use(first);
        if ((first.isAtom() && !isMark(words, words.size() - 1, profile))
                || begins.isJoiner()
                || begins.isGlue()
                || begins.isPreposition()) {
            return false;
        }
        Set<String> known = new HashSet<>();
        last.words.forEach(word -> known.add(word.lower()));
        Set<String> stand = beforeValues(last);
        int marks = marks(words, profile);
        if (profile.hasCue("reject", words, Math.max(1, marks), words.size())) {
            return false; // It says itself what it puts right: "typo, 150 instead of 1500".
        }
        int content = 0;
        boolean repeated = false;
        boolean value = false;
        boolean says = false;
        int end = marks > 0 ? reason(words) : words.size();
        for (int i = first.isAtom() ? 0 : Math.max(1, marks); i < end; i++) {
            String word = words.get(i).lower();
            WordUse use = profile.use(word);
            boolean gives = words.get(i).isAtom() || use.isTime();
            boolean idle = !use.isContent();
            value |= gives;
            repeated |= gives && i > 1 && stand.contains(words.get(i - 1).lower());
            says |= !gives && !idle && known.contains(word);
            content += gives || idle || known.contains(word) ? 0 : 1;
        }
        boolean both = value && gives(last.words, profile);
        if (marks > 0) {
            // "Hold on, one half on Mondays": it is of the same where it repeats a word.
            boolean same = !atOnce && says && words.get(marks - 1).after() != 0;
            return content <= (atOnce ? 0 : LITTLE) && (both || same);
        }
        boolean behind = isMark(words, words.size() - 1, profile); // "2017 sorry"
        boolean interjects = opener.length() <= LONGEST_INTERJECTION
                && !begins.isFirstPerson()
                && !begins.isThirdPerson()
                && !begins.isSecondPerson()
                && (!begins.isStop() || begins.isNegation());
        return both && !atOnce && (behind ? content <= 1 : content == 0 && (interjects || repeated));
    }

    private static boolean isMark(List<Word> words, int at, LanguageProfile profile) {
        return MARKS.stream().anyMatch(cue -> profile.cueLength(cue, words, at, at + 1) == 1);
    }

    /** The words of content in front of its values. */
    private static Set<String> beforeValues(Sentence sentence) {
        Set<String> before = new HashSet<>();
        for (int i = 1; i < sentence.words.size(); i++) {
            String word = sentence.words.get(i - 1).lower();
            if (sentence.words.get(i).isAtom() && !sentence.profile.use(word).isStop()) {
                before.add(word);
            }
        }
        return before;
    }

    /** How many words in front take back what was said: "oh no wait". */
    private static int marks(List<Word> words, LanguageProfile profile) {
        int marks = 0;
        for (int i = 0; i < words.size(); ) {
            int from = i;
            int length = MARKS.stream()
                    .mapToInt(cue -> profile.cueLength(cue, words, from, words.size()))
                    .max()
                    .orElse(0);
            Word word = words.get(i);
            boolean interjects = word.surface().length() <= LONGEST_INTERJECTION
                    && !word.isAtom()
                    && !profile.use(word).isStop();
            if (length == 0 && !interjects) {
                return marks;
            }
            i += Math.max(1, length);
            marks = length > 0 ? i : marks;
        }
        return marks;
    }
}
