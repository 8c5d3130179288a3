package io.github.sessioncompression.text;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Tells words that are but a part of a sentence: a clause up to its mark, a limit, or nothing but values. Stateless. */
public final class Fragments {
    /** Words of a sentence that gives nothing but values. */
    private static final int LONGEST_VALUES = 10;

    private static final int LONGEST_INTERJECTION = 3;

    private Fragments() {}

    /** Behind the last word before the first mark from a place on; behind all of them if there is none. */
    public static int upToMark(List<Word> words, int from) {
        int to = from + 1;
        while (to < words.size() && words.get(to - 1).after() == 0) {
            to++;
        }
        return to;
    }

    /** The first word behind the last mark before the word at a place; the first of all if there is none. */
    public static int behindMark(List<Word> words, int at) {
        int from = at;
        while (from > 0 && words.get(from - 1).after() == 0) {
            from--;
        }
        return from;
    }

    /** Whether what begins with a word limits what stands before it: "if", "only", "unless". */
    public static boolean limits(String first, LanguageProfile profile) {
        return profile.use(first).isGlue()
                || (profile.use(first).isComparison() && !profile.use(first).isPreposition());
    }

    /** The values among some words, in lower case. */
    public static Set<String> values(List<Word> words) {
        return words.stream().filter(Word::isAtom).map(Word::lower).collect(Collectors.toSet());
    }

    /** Whether words say nothing but values: "Ah no, 2.4." */
    public static boolean giveOnlyValues(List<Word> words, LanguageProfile profile) {
        if (words.size() > LONGEST_VALUES) {
            return false;
        }
        boolean value = false;
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            boolean gives = word.isAtom() || profile.use(word).isTime();
            boolean idle = !profile.use(word).isContent();
            boolean interjects = i == 0 && word.surface().length() <= LONGEST_INTERJECTION;
            if (!gives && !idle && !interjects) {
                return false;
            }
            value |= gives;
        }
        boolean begun = words.size() > 1
                && !words.get(0).isAtom()
                && words.get(0).surface().length() <= LONGEST_INTERJECTION;
        return value && (begun || !profile.isUnspaced());
    }
}
