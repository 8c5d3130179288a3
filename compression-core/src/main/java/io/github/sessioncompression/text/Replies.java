package io.github.sessioncompression.text;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tells that an answer may say too little without what was said before it. Stateless. */
public final class Replies {
    /** Questions at the end of a message that may all be meant. */
    public static final int MOST_QUESTIONS = 3;

    /** Words of a question that is repeated with its answer. */
    public static final int LONGEST_QUESTION = 16;

    /** Words of an answer with which it is. */
    private static final int LONGEST = 12;

    /** Words of an answer that says little although it names who does something: "I don't know yet". */
    private static final int SHORT = 6;
    /** Words of an answer that repeats some of the question. */
    private static final int FEW = 8;
    /** Characters of an answer in a script without spaces. */
    private static final int LONGEST_UNSPACED = 24;

    private Replies() {}

    /**
     * Whether an answer is not long and has no word of content of the question, or is a short one to a question that names what to choose from, so that what it is
     * about may stand in the question alone: "single rooms or double rooms?", "two double and one single".
     */
    public static boolean leaveOut(List<Word> answer, List<Word> question, LanguageProfile profile) {
        if (profile.isUnspaced()) {
            return answer.stream().mapToInt(word -> word.surface().length()).sum() <= LONGEST_UNSPACED;
        }
        boolean whole = profile.use(answer.get(0)).isSubject() && answer.size() > SHORT;
        if (whole || answer.size() > LONGEST) {
            return false;
        }
        Stems stems = Stems.of(profile.code());
        Set<String> asked = new HashSet<>();
        question.forEach(word -> asked.add(stems.stem(word.lower())));
        Set<String> shared = answer.stream()
                .filter(word ->
                        !profile.use(word).isStop() && !profile.use(word).isLight())
                .map(word -> stems.stem(word.lower()))
                .filter(asked::contains)
                .collect(Collectors.toSet());
        return shared.isEmpty() || (answer.size() <= FEW && asksToChoose(question, profile));
    }

    /** Whether a short answer has a word of content of a question that names what to choose from. */
    public static boolean chooses(List<Word> answer, List<Word> question, LanguageProfile profile) {
        Set<String> own = content(answer, profile);
        return answer.size() <= FEW
                && asksToChoose(question, profile)
                && content(question, profile).stream().anyMatch(own::contains);
    }

    static boolean asksToChoose(List<Word> question, LanguageProfile profile) {
        return question.size() > 1 && profile.hasCue("choice", question, 1, question.size() - 1);
    }

    /**
     * Which of several questions that end a message an answer is to: that which has most of its words.
     *
     * @return its place; all of them, 0 to before {@code questions.size()}, where that is not clear and they are short enough to be repeated together, or else
     *     the last
     */
    public static List<Integer> answered(List<List<Word>> questions, List<Word> answer, LanguageProfile profile) {
        int last = questions.size() - 1;
        if (last <= 0) {
            return last < 0 ? List.of() : List.of(0);
        }
        Set<String> own = content(answer, profile);
        int best = last;
        int most = 0;
        boolean clear = false;
        int words = 0;
        for (int i = 0; i <= last; i++) {
            Set<String> shared = content(questions.get(i), profile);
            shared.retainAll(own);
            clear = shared.size() > most || (clear && shared.size() < most);
            best = shared.size() > most ? i : best;
            most = Math.max(most, shared.size());
            words += questions.get(i).size();
        }
        boolean all = !clear && words <= LONGEST_QUESTION;
        return all ? IntStream.rangeClosed(0, last).boxed().toList() : List.of(clear ? best : last);
    }

    /** The stems of words of content, or in a script without spaces each two characters. */
    private static Set<String> content(List<Word> words, LanguageProfile profile) {
        Stems stems = Stems.of(profile.code());
        Set<String> content = new HashSet<>();
        for (Word word : words) {
            String lower = word.lower();
            if (profile.isUnspaced()) {
                for (int i = 0; i + 1 < lower.length(); i++) {
                    content.add(lower.substring(i, i + 2));
                }
            } else if (!profile.use(lower).isStop() && !profile.use(lower).isLight()) {
                content.add(stems.stem(lower));
            }
        }
        return content;
    }
}
