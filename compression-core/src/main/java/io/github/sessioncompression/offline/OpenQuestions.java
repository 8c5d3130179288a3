package io.github.sessioncompression.offline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells which questions nobody has answered.
 *
 * <p>What somebody else states next answers a question, unless it puts the answer off. A question that the previous state had open is
 * answered by a statement that speaks of the same, or by the next one if it was asked last. Linear: of those still open the last few are remembered.
 */
final class OpenQuestions {
    private static final int REMEMBERED = 50;
    private static final int SAME = 2;
    /** Messages up to which what is new follows what was said last. */
    private static final int NEXT = 2;

    private OpenQuestions() {}

    /**
     * Marks them among sentences in the order in which they were said.
     *
     * @param first the sequence number of the first message that is no note of an earlier state
     */
    static void mark(List<Sentence> sentences, long first) {
        List<Sentence> asked = new ArrayList<>();
        List<Sentence> earlier = new ArrayList<>();
        for (Sentence sentence : sentences) {
            Utterance.Origin origin = sentence.utterance.origin();
            boolean noted = !sentence.question || sentence.weight > 0;
            if (origin == Utterance.Origin.TOOL || sentence.aside || !noted) {
                continue;
            }
            if (sentence.question) {
                boolean answeredNext = wasAskedLast(sentence, first);
                List<Sentence> open = origin == Utterance.Origin.STATE && !answeredNext ? earlier : asked;
                sentence.open = origin != Utterance.Origin.STATE || sentence.provenance.kind() != null;
                open.add(sentence);
                if (open.size() > REMEMBERED) {
                    open.remove(0);
                }
            } else if (origin != Utterance.Origin.STATE && !sentence.meaning.defers()) {
                close(asked, sentence, false);
                close(earlier, sentence, true);
            }
        }
    }

    /** Whether a question of an earlier state was asked right before what is new. */
    private static boolean wasAskedLast(Sentence question, long first) {
        return question.provenance.sources().stream().anyMatch(source -> source < first && source + NEXT >= first);
    }

    private static void close(List<Sentence> open, Sentence by, boolean aboutTheSame) {
        Set<Integer> said = aboutTheSame && !open.isEmpty() ? terms(by) : Set.of();
        open.removeIf(question -> {
            boolean answered = !question.utterance.speaker().equals(by.utterance.speaker())
                    && (!aboutTheSame || shared(question, said) >= SAME);
            question.open &= !answered;
            return answered;
        });
    }

    private static int shared(Sentence question, Set<Integer> said) {
        Set<Integer> terms = terms(question);
        terms.retainAll(said);
        return terms.size();
    }

    private static Set<Integer> terms(Sentence sentence) {
        Set<Integer> terms = new HashSet<>();
        for (int[] ofWord : sentence.terms) {
            for (int term : ofWord) {
                terms.add(term);
            }
        }
        return terms;
    }
}
