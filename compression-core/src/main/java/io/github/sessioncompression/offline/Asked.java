package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The questions that an utterance ends with, in their order. Not thread-safe; lives for one compilation. */
record Asked(List<Sentence> questions) {
    static final Asked NOTHING = new Asked(List.of());

    /** Questions; of more it is not clear which is answered. */
    private static final int MOST = 3;

    /** The questions that end what was said and are nobody else's and short enough to be repeated. */
    static Asked of(List<Sentence> said) {
        List<Sentence> questions = new ArrayList<>(1);
        for (int i = said.size() - 1; i >= 0 && questions.size() < MOST && asks(said.get(i)); i--) {
            questions.add(0, said.get(i));
        }
        return questions.isEmpty() ? NOTHING : new Asked(questions);
    }

    private static boolean asks(Sentence sentence) {
        return sentence.question
                && !sentence.words.get(sentence.words.size() - 1).quoted()
                && sentence.words.size() <= SentenceReading.LONGEST_QUESTION
                && !sentence.profile.hasCue("boilerplate", sentence.words, 0, sentence.words.size())
                && sentence.utterance.origin() != Utterance.Origin.STATE;
    }

    boolean isEmpty() {
        return questions.isEmpty();
    }

    /** Who asks. */
    String speaker() {
        return questions.get(0).utterance.speaker();
    }

    /** The place of the utterance. */
    int order() {
        return questions.get(0).utterance.order();
    }

    /**
     * What an answer is to: the question that has most of its words, or all of them as one; of those that are too long together the last.
     *
     * @return {@code null} if nothing is asked
     */
    @Nullable
    Sentence answeredBy(@Nullable Sentence answer) {
        if (questions.isEmpty() || answer == null) {
            return null;
        }
        Sentence last = questions.get(questions.size() - 1);
        if (questions.size() == 1) {
            return last;
        }
        Sentence best = last;
        int most = 0;
        boolean clear = false;
        Set<String> own = content(answer);
        for (Sentence question : questions) {
            Set<String> shared = content(question);
            shared.retainAll(own);
            clear = shared.size() > most || (clear && shared.size() < most);
            best = shared.size() > most ? question : best;
            most = Math.max(most, shared.size());
        }
        int words =
                questions.stream().mapToInt(question -> question.words.size()).sum();
        return clear ? best : words <= SentenceReading.LONGEST_QUESTION ? whole() : last;
    }

    /** Notes them with their answer, and not again by themselves. */
    void settle(Sentence answered) {
        if (questions.contains(answered)) {
            answered.weight = 0;
        } else {
            questions.forEach(question -> question.weight = 0);
        }
    }

    private Sentence whole() {
        Sentence whole = questions.get(0);
        for (Sentence next : questions.subList(1, questions.size())) {
            int[][] terms = Arrays.copyOf(whole.terms, whole.terms.length + next.terms.length);
            System.arraycopy(next.terms, 0, terms, whole.terms.length, next.terms.length);
            whole = whole.goingOn(next);
            whole.terms = terms;
        }
        return whole;
    }

    /** Its words of content, or in a script without spaces each two characters. */
    private static Set<String> content(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        Stems stems = Stems.of(profile.code());
        Set<String> content = new HashSet<>();
        for (Word word : sentence.words) {
            String lower = word.lower();
            if (profile.isUnspaced()) {
                for (int i = 0; i + 1 < lower.length(); i++) {
                    content.add(lower.substring(i, i + 2));
                }
            } else if (!profile.isStop(lower) && !profile.isLight(lower)) {
                content.add(stems.stem(lower));
            }
        }
        return content;
    }
}
