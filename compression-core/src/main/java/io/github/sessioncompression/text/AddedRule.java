package io.github.sessioncompression.text;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A short rule about a value that was just given, which says nothing without it: "the cap is 20, never exceed it". Stateless. */
public final class AddedRule {
    /** Words of such a rule. */
    private static final int LONGEST = 10;
    /** Words in which it says that it forbids. */
    private static final int LEAD = 3;

    private AddedRule() {}

    /** What a sentence says before the rule that it goes on with behind a value; {@code null} if it does not go on with one. */
    public static @Nullable SentenceWords before(SentenceWords sentence, LanguageProfile profile) {
        List<Word> words = sentence.words();
        int from = from(words, profile);
        return from == words.size()
                ? null
                : new SentenceWords(words.subList(0, from), sentence.end(), sentence.aside());
    }

    /** The first word of the rule that a sentence goes on with behind a value; the number of words if it does not. */
    public static int from(List<Word> words, LanguageProfile profile) {
        boolean value = false;
        for (int i = 1; i < words.size(); i++) {
            value |= words.get(i - 1).isAtom();
            int end = Math.min(words.size(), i + LEAD);
            boolean forbids = value
                    && words.get(i - 1).after() != 0
                    && words.subList(i, end).stream()
                            .anyMatch(word -> profile.use(word).isNegation());
            if (forbids && isAboutOther(words.subList(i, words.size()), true, profile)) {
                return i;
            }
        }
        return words.size();
    }

    /**
     * Whether the words of a rule are about what stands before them.
     *
     * @param value whether that gives a value
     */
    public static boolean isAboutOther(List<Word> rule, boolean value, LanguageProfile profile) {
        return rule.size() <= LONGEST
                && (rule.stream().anyMatch(word -> profile.use(word).isThirdPerson())
                        || (value && leavesOutWhat(rule, profile)));
    }

    /** Whether nothing stands behind the verb but what limits it: "never exceed without approval". */
    private static boolean leavesOutWhat(List<Word> rule, LanguageProfile profile) {
        if (profile.isUnspaced()) {
            return rule.stream().noneMatch(Word::isAtom);
        }
        int verb = 0;
        while (verb < rule.size() && isOfGrammar(rule.get(verb).lower(), profile)) {
            verb++;
        }
        return verb > 0 && verb + 1 < rule.size() && limits(rule.get(verb + 1).lower(), profile);
    }

    private static boolean isOfGrammar(String lower, LanguageProfile profile) {
        return profile.use(lower).isStop()
                || profile.use(lower).isNegation()
                || profile.use(lower).isModal();
    }

    private static boolean limits(String lower, LanguageProfile profile) {
        return profile.use(lower).isPreposition()
                || profile.use(lower).isGlue()
                || profile.use(lower).isNegation();
    }
}
