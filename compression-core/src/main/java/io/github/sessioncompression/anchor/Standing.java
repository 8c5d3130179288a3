package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.List;

/**
 * Tells that a sentence leaves standing what was said before, although it speaks of a change: it doubts or asks, sets a condition, tells what others say,
 * says by how much something else is more, or that something else is so, too, or denies that anything changed. Stateless.
 *
 * <p>A negation denies a change if both stand between the same marks: "has not been moved to Friday". One that stands before a value and behind the
 * change rejects that value, and so does one with a value before the change and another behind it: "not Friday now Monday". Where something else
 * is set against it, there is a change after all: "not moved to Friday but to Monday".
 */
public final class Standing {
    /** The words for a change. */
    private static final String MOVING = "moving";
    /** Words between a negation and the value that it rejects, or between "but" and another value. */
    private static final int NEAR = 3;
    /** Words behind a number in which its unit and "more" stand: "300 euros de plus". */
    private static final int BEHIND = 3;

    private Standing() {}

    /** Whether a sentence puts nothing right. */
    public static boolean is(Statement statement, SentenceWords sentence, LanguageProfile profile) {
        return statement.question()
                || statement.gives(AnchorLanguage.ONCE)
                || (statement.has("unsure") && SaidAside.leaves(statement, sentence, profile, "unsure"))
                || differs(statement, sentence.words())
                || adds(statement, sentence.words())
                || deniesChange(statement, sentence.words(), profile);
    }

    /** Whether a value says by how much another one is more or less: "40 euros more". */
    private static boolean differs(Statement statement, List<Word> words) {
        AnchorLanguage language = statement.language();
        if (language.isUnspaced()) {
            return language.list("differing").stream().anyMatch(statement.text()::contains);
        }
        int near = 0;
        for (Word word : statement.mentions("differing") ? words : List.<Word>of()) {
            if (near > 0 && language.has("differing", word.lower())) {
                return true;
            }
            near = word.isAtom() ? BEHIND : near - 1;
            near = word.after() == 0 ? near : 0;
        }
        return false;
    }

    /** Whether it says that something else is so, too: "I work on Thursday, too". */
    private static boolean adds(Statement statement, List<Word> words) {
        AnchorLanguage language = statement.language();
        if (language.isUnspaced()) {
            return language.list("adding").stream().anyMatch(statement.text()::contains);
        }
        for (int i = 1; statement.mentions("adding") && i < words.size(); i++) {
            if (language.has("adding", words.get(i).lower())) {
                return true;
            }
        }
        return false;
    }

    private static boolean deniesChange(Statement statement, List<Word> words, LanguageProfile profile) {
        AnchorLanguage language = statement.language();
        if (language.isUnspaced() || !statement.mentions(MOVING)) {
            return false;
        }
        int from = 0;
        for (int i = 0; i < words.size(); i++) {
            boolean last = i == words.size() - 1;
            if (last || words.get(i).after() != 0) {
                if (isDenied(language, words.subList(from, i + 1), profile)
                        && !setsAgainst(language, words.subList(from, words.size()), profile)) {
                    return true;
                }
                from = i + 1;
            }
        }
        return false;
    }

    private static boolean isDenied(AnchorLanguage language, List<Word> part, LanguageProfile profile) {
        for (int change = 0; change < part.size(); change++) {
            if (!language.has(MOVING, part.get(change).lower())) {
                continue;
            }
            boolean behind = hasValue(part, change + 1, part.size(), profile);
            for (int i = 0; i < part.size(); i++) {
                if (profile.use(part.get(i)).isNegation()) {
                    boolean rejects = i < change
                            ? behind && hasValue(part, i + 1, change, profile)
                            : hasValue(part, i + 1, i + 1 + NEAR, profile);
                    if (!rejects) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean setsAgainst(AnchorLanguage language, List<Word> words, LanguageProfile profile) {
        for (int i = 0; i < words.size(); i++) {
            if (language.has("contrast", words.get(i).lower()) && hasValue(words, i + 1, i + 1 + NEAR, profile)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasValue(List<Word> words, int from, int to, LanguageProfile profile) {
        return words.subList(from, Math.max(from, Math.min(to, words.size()))).stream()
                .anyMatch(word ->
                        word.isAtom() || word.isProper() || profile.use(word).isTime());
    }
}
