package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lowers what a later sentence of the same speaker corrects.
 *
 * <p>Two cheap signs are used, both linear: two statements that share every word of content and all values but one ("the budget is
 * 500", "the budget is 700"), and a sentence that says it corrects ("actually", "I meant", "no longer") or rejects a value
 * ("not Tuesday") that an earlier one gave. What they miss stays beside the correction, which stands later.
 */
final class Corrections {
    private static final double SUPERSEDED = 0.1;
    private static final int MOST_TERMS = 8;
    private static final int MOST_VALUES = 8;

    private final Map<String, Sentence> byFrame = new HashMap<>();
    private final Map<Long, Sentence> lastWith = new HashMap<>();
    private final Map<String, Integer> speakers = new HashMap<>();

    /** Looks at sentences in the order in which they were said. */
    void lower(List<Sentence> sentences) {
        for (Sentence sentence : sentences) {
            if (sentence.question) {
                continue;
            }
            supersedeSameFrame(sentence);
            supersedeRejected(sentence);
            remember(sentence);
        }
    }

    private void supersedeSameFrame(Sentence sentence) {
        List<String> values = new ArrayList<>();
        int[] frame = new int[MOST_TERMS];
        int size = 0;
        for (int i = 0; i < sentence.words.size(); i++) {
            Word word = sentence.words.get(i);
            if (word.isAtom()) {
                values.add(word.lower());
            } else if (!sentence.profile.isLight(word.lower()) || sentence.profile.isNegation(word.lower())) {
                for (int term : sentence.terms[i]) {
                    if (size == MOST_TERMS) {
                        return;
                    }
                    frame[size++] = term;
                }
            }
        }
        if (values.isEmpty() || values.size() > MOST_VALUES || size == 0) {
            return;
        }
        Arrays.sort(frame, 0, size);
        String key = sentence.utterance.speaker() + Arrays.toString(Arrays.copyOf(frame, size));
        for (int other = 0; other < values.size(); other++) {
            // What differs in one value corrects; what differs in more speaks of something else.
            List<String> same = new ArrayList<>(values);
            same.set(other, "");
            Sentence before = byFrame.put(key + same, sentence);
            if (before != null && before.utterance.order() != sentence.utterance.order() && isGrammatical(sentence)) {
                before.weight = 0;
            }
        }
    }

    /** Whether it is a sentence and not an item of a list, many of which look the same but for their value. */
    private static boolean isGrammatical(Sentence sentence) {
        return sentence.words.stream().anyMatch(word -> sentence.profile.isStop(word.lower()));
    }

    private void supersedeRejected(Sentence sentence) {
        LanguageProfile profile = sentence.profile;
        boolean corrects = profile.hasCue("correction", sentence.words, 0, sentence.words.size());
        Set<Sentence> rejected = new HashSet<>();
        for (int i = 1; i < sentence.words.size(); i++) {
            Word word = sentence.words.get(i);
            boolean value = word.isAtom() || word.isProper() || profile.isTime(word.lower());
            if (!value || !profile.isNegation(sentence.words.get(i - 1).lower())) {
                continue;
            }
            for (int term : sentence.terms[i]) {
                Sentence before = lastWith.get(key(sentence, term));
                if (before != null && before.utterance.order() != sentence.utterance.order() && rejected.add(before)) {
                    before.weight *= before.clauses.size() > 1 ? SUPERSEDED : 0;
                }
            }
        }
        if (corrects || !rejected.isEmpty()) {
            sentence.weight *= 1.3;
        }
    }

    private void remember(Sentence sentence) {
        for (int[] terms : sentence.terms) {
            for (int term : terms) {
                lastWith.put(key(sentence, term), sentence);
            }
        }
    }

    private long key(Sentence sentence, int term) {
        int speaker = speakers.computeIfAbsent(sentence.utterance.speaker(), name -> speakers.size());
        return ((long) speaker << 32) | term;
    }
}
