package io.github.sessioncompression.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tells that an answer may say too little without what was said before it. Stateless. */
public final class Replies {
    /** Words of a question that is repeated with its answer. */
    public static final int LONGEST_QUESTION = 16;

    /** Words of an answer with which it is. */
    private static final int LONGEST = 12;

    /** Words of an answer that says little although it names who does something: "I don't know yet". */
    private static final int SHORT = 6;
    /** Characters of an answer in a script without spaces. */
    private static final int LONGEST_UNSPACED = 24;

    /** Words of a sentence that gives nothing but values. */
    private static final int LONGEST_VALUES = 10;

    private static final int LONGEST_INTERJECTION = 3;

    private Replies() {}

    /** Whether an answer is not long and has no word of content of the question, so that what it is about may stand in the question alone. */
    public static boolean leaveOut(List<Word> answer, List<Word> question, LanguageProfile profile) {
        if (profile.isUnspaced()) {
            return answer.stream().mapToInt(word -> word.surface().length()).sum() <= LONGEST_UNSPACED;
        }
        boolean whole = profile.isSubject(answer.get(0).lower()) && answer.size() > SHORT;
        if (whole || answer.size() > LONGEST) {
            return false;
        }
        Stems stems = Stems.of(profile.code());
        Set<String> asked = new HashSet<>();
        question.forEach(word -> asked.add(stems.stem(word.lower())));
        return answer.stream()
                .filter(word -> !profile.isStop(word.lower()) && !profile.isLight(word.lower()))
                .noneMatch(word -> asked.contains(stems.stem(word.lower())));
    }

    /** Whether words say nothing but values: "Ah no, 2.4." */
    public static boolean giveOnlyValues(List<Word> words, LanguageProfile profile) {
        if (words.size() > LONGEST_VALUES) {
            return false;
        }
        boolean value = false;
        for (int i = 0; i < words.size(); i++) {
            Word word = words.get(i);
            boolean gives = word.isAtom() || profile.isTime(word.lower());
            boolean idle =
                    profile.isStop(word.lower()) || profile.isLight(word.lower()) || profile.isBinding(word.lower());
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
