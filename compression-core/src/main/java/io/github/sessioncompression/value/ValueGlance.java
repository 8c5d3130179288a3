package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** A first look at a sentence for values that hold: most sentences need no closer one. */
final class ValueGlance {
    /** Words that may stand between "is" and a value. */
    static final int BETWEEN = 3;

    private ValueGlance() {}

    /**
     * Whether something like a value stands near behind something like "is", or is said to be new, and nothing is denied.
     *
     * @param changes whether the sentence says that its value is another one than before
     * @param isForIs which marks stand for "is"
     */
    static boolean of(
            boolean changes,
            AnchorLanguage language,
            List<Word> words,
            LanguageProfile profile,
            Predicate<Character> isForIs) {
        boolean gives = false;
        boolean capital = false;
        int near = 0;
        Set<String> copulas = language.list("copula");
        Set<String> days = language.list("weekday");
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            String lower = word.lower();
            boolean proper = word.isProper();
            gives |= near > 0 && (isLikeValue(word) || (proper && capital) || days.contains(lower));
            gives |= !gives
                    && near > 0
                    && !LoneValue.kind(words, i, language, profile).isEmpty();
            near = copulas.contains(lower) || isForIs.test(word.after()) ? BETWEEN + 2 : near - 1;
            capital = proper;
            boolean answers = word.opensSentence() && word.after() != 0;
            if (profile.use(word).isNegation() && !answers) {
                return false;
            }
        }
        return gives || changes;
    }

    /**
     * Whether there is a value at all, and nothing is denied.
     *
     * @param names the places of words that are names
     * @param trades whether a negation may be what says that one value is traded for another
     */
    static boolean gives(
            AnchorLanguage language, List<Word> words, LanguageProfile profile, BitSet names, boolean trades) {
        boolean gives = !names.isEmpty();
        for (Word word : words) {
            String lower = word.lower();
            gives |= word.isAtom() || language.has("weekday", lower) || language.month(lower) > 0;
            boolean answers = word.opensSentence() && word.after() != 0;
            answers |= word.after() != 0 && language.has("correcting", lower);
            if (!trades && !answers && profile.use(word).isNegation()) {
                return false;
            }
        }
        return gives;
    }

    private static boolean isLikeValue(Word word) {
        String surface = word.surface();
        boolean like = word.quoted();
        for (int i = 0; i < surface.length(); i++) {
            char c = surface.charAt(i);
            like |= !Character.isLetter(c) && "'’-".indexOf(c) < 0;
            like |= i > 0 && Character.isUpperCase(c);
        }
        return like;
    }
}
