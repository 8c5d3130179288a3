package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a sentence says can't be had any more: "Brandt has cancelled", "the barn fell through". */
final class CalledOff {
    /** The list of phrases that say so. */
    private static final String CUE = "off";
    /** Words of content of a sentence that names nobody if it is all about what is called off. */
    private static final int MATTER = 3;

    private CalledOff() {}

    /** Whether a sentence says so of anything. */
    static boolean isSaid(Sentence sentence) {
        return !sentence.question
                && !sentence.meaning.stands()
                && sentence.profile.hasCue(CUE, sentence.words, 0, sentence.words.size());
    }

    /**
     * The terms of the names that stand between the same marks as the words that say so, or of things where nobody is named; empty if it says so of
     * nothing, denies or asks it, or says under what condition it would be.
     *
     * @param about how many words of content the sentence has
     */
    static Set<Integer> terms(Sentence sentence, int about) {
        Set<Integer> terms = new HashSet<>();
        int at = isSaid(sentence) ? place(sentence) : -1;
        if (at < 0) {
            return terms;
        }
        LanguageProfile profile = sentence.profile;
        List<Word> words = sentence.words;
        int from = at;
        while (from > 0 && words.get(from - 1).after() == 0) {
            from--;
        }
        int behind = at + profile.cueLength(CUE, words, at, words.size());
        int to = behind;
        while (to < words.size() && words.get(to - 1).after() == 0) {
            to++;
        }
        List<Word> near = words.subList(from, to);
        boolean denied = near.stream().anyMatch(word -> profile.use(word).isNegation())
                && words.subList(at, behind).stream()
                        .noneMatch(word -> profile.use(word).isNegation());
        boolean names = near.stream().anyMatch(Word::isProper);
        for (int i = from; i < to && !denied && (names || about <= MATTER); i++) {
            Word word = words.get(i);
            boolean named = names
                    ? word.isProper()
                    : !word.isAtom() && !profile.use(word).isLight();
            if (named && (i < at || i >= behind)) {
                for (int term : sentence.terms[i]) {
                    terms.add(term);
                }
            }
        }
        return terms;
    }

    private static int place(Sentence sentence) {
        for (int i = 0; i < sentence.words.size(); i++) {
            if (sentence.profile.cueLength(CUE, sentence.words, i, sentence.words.size()) > 0) {
                return i;
            }
        }
        return -1;
    }
}
