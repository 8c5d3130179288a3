package io.github.sessioncompression.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Tells that an answer may say too little without the question before it. Stateless. */
public final class Replies {
    /** Words of a question that is repeated with its answer. */
    public static final int LONGEST_QUESTION = 16;

    /** Words of an answer with which it is. */
    private static final int LONGEST = 12;

    /** Words of an answer that says little although it names who does something: "I don't know yet". */
    private static final int SHORT = 6;
    /** Characters of an answer in a script without spaces. */
    private static final int LONGEST_UNSPACED = 24;

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
}
