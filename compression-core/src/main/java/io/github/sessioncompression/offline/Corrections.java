package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Word;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a later sentence of the same speaker corrects: the old value leaves the state, and the correction is read behind
 * what it corrects where it would say too little alone.
 *
 * <p>Only a sentence that says so corrects: it rejects a value that an earlier one gave ("not Tuesday"), or it holds a phrase
 * such as "actually" and gives another value of the same form for mostly the same subject. Sentences that merely look alike
 * but for a value speak of different things. What this misses stays beside the correction, which stands later. Linear: of
 * each term the last few sentences are remembered. Not thread-safe; lives for one compilation.
 */
final class Corrections {
    private static final int REMEMBERED = 4;
    /** Utterances back in which a correction without a subject looks for what it corrects. */
    private static final int NEAR = 4;
    /** Words of content that make a correction understood alone. */
    private static final int SAYS_ENOUGH = 2;

    private static final int LONGEST = 40;
    private static final double RAISED = 1.3;

    private final RulesHeard rules = new RulesHeard();
    private final Map<Integer, Deque<Sentence>> lastWith = new HashMap<>();
    private final Map<String, Deque<Sentence>> lastOf = new HashMap<>();
    /** The place of the last utterance that an earlier state holds. */
    private int lastOfState;

    private final Matter matter = new Matter();

    /** A value in a sentence that another one corrects. */
    private record Corrected(Sentence sentence, Value value) {}

    /** Looks at sentences in the order in which they were said, and replaces those that need what they correct. */
    void apply(List<Sentence> sentences) {
        for (int i = 0; i < sentences.size(); i++) {
            Sentence sentence = sentences.get(i);
            boolean read = !sentence.question && sentence.utterance.origin() != Utterance.Origin.TOOL;
            if (!read) {
                continue;
            }
            rules.hear(sentence);
            if (sentence.profile.isUnspaced()) {
                if (sentence.corrects) {
                    retractRepeated(sentence);
                }
            } else if (sentence.utterance.origin() != Utterance.Origin.STATE) {
                Corrected corrected = corrected(sentence);
                if (corrected != null) {
                    sentence.weight *= RAISED;
                    retract(corrected, sentence);
                    sentences.set(i, withSubject(sentence, corrected));
                }
            }
            remember(sentence);
        }
    }

    /**
     * In a script without spaces a run of several words is what can be told apart: the earlier sentence, of whose terms the
     * correction repeats most, leaves whole.
     */
    private void retractRepeated(Sentence sentence) {
        Set<Integer> repeated = terms(sentence);
        for (Sentence before : lastOf.getOrDefault(sentence.utterance.speaker(), new ArrayDeque<>())) {
            Set<Integer> terms = terms(before);
            int all = terms.size();
            terms.retainAll(repeated);
            if (isEarlierOfSame(before, sentence) && 2 * terms.size() > all && terms.size() < repeated.size()) {
                before.clauses.forEach(clause -> clause.superseded = true);
                sentence.weight *= RAISED;
                return;
            }
        }
    }

    private static Set<Integer> terms(Sentence sentence) {
        Set<Integer> all = new HashSet<>();
        for (int[] terms : sentence.terms) {
            for (int term : terms) {
                all.add(term);
            }
        }
        return all;
    }

    private @Nullable Corrected corrected(Sentence sentence) {
        List<Value> values = Value.in(sentence);
        if (values.isEmpty()) {
            return null;
        }
        for (Value value : values) {
            if (value.isRejected(sentence)) {
                for (int term : value.terms(sentence)) {
                    Corrected found = lastGiven(sentence, value, term);
                    if (found != null) {
                        return found;
                    }
                }
            }
        }
        if (!sentence.corrects) {
            return null;
        }
        Set<Integer> subject = matter.of(sentence);
        return subject.isEmpty() ? lastNear(sentence, values) : lastAbout(sentence, values, subject);
    }

    /**
     * The last sentence in which the speaker gave the value that is rejected, speaking of the same: "the concert is not on Friday" says nothing
     * of a party on Friday. A sentence with no subject, such as "Monday, not Friday", or one that begins with what it rejects, speaks of what
     * was said just before.
     */
    private @Nullable Corrected lastGiven(Sentence sentence, Value value, int rejected) {
        boolean replies = matter.isOnly(sentence, rejected) || value.opens(sentence);
        for (Sentence before : lastWith.getOrDefault(rejected, new ArrayDeque<>())) {
            if (isEarlierOfSame(before, sentence)
                    && (replies ? isNear(before, sentence) : matter.isSame(before, sentence, rejected))) {
                for (Value given : Value.in(before)) {
                    if (contains(given.terms(before), rejected) && !given.isRejected(before)) {
                        return new Corrected(before, given);
                    }
                }
            }
        }
        return null;
    }

    /** Whether it was said just before; of what an earlier state holds that is not known, and all of it counts as said last. */
    private boolean isNear(Sentence before, Sentence sentence) {
        int order = before.utterance.origin() == Utterance.Origin.STATE ? lastOfState : before.utterance.order();
        return sentence.utterance.order() - order <= NEAR;
    }

    /** The last value of the same form in what the speaker said just before. */
    private @Nullable Corrected lastNear(Sentence sentence, List<Value> values) {
        for (Sentence before : lastOf.getOrDefault(sentence.utterance.speaker(), new ArrayDeque<>())) {
            if (isNear(before, sentence) && isEarlierOfSame(before, sentence)) {
                Value old = only(before, sentence, values);
                if (old != null) {
                    return new Corrected(before, old);
                }
            }
        }
        return null;
    }

    /** The sentence that says most of the same with another value of the same form. */
    private @Nullable Corrected lastAbout(Sentence sentence, List<Value> values, Set<Integer> subject) {
        Corrected best = null;
        int most = 0;
        for (int term : subject) {
            for (Sentence before : lastWith.getOrDefault(term, new ArrayDeque<>())) {
                Set<Integer> about = matter.of(before);
                int same = Matter.shared(about, subject);
                boolean closer = same > most && 2 * same >= about.size();
                if (closer && isEarlierOfSame(before, sentence)) {
                    Value old = only(before, sentence, values);
                    if (old != null) {
                        most = same;
                        best = new Corrected(before, old);
                    }
                }
            }
        }
        return best;
    }

    /** The one value of an earlier sentence that has the form of one of the new ones and none of whose words they repeat. */
    private static @Nullable Value only(Sentence before, Sentence sentence, List<Value> values) {
        Value found = null;
        for (Value old : Value.in(before)) {
            boolean sameForm = false;
            for (Value value : values) {
                if (value.text(sentence).equals(old.text(before))) {
                    sameForm = false;
                    break;
                }
                sameForm |= value.isLike(sentence, old, before);
            }
            if (sameForm) {
                if (found != null) {
                    return null;
                }
                found = old;
            }
        }
        return found;
    }

    private static boolean isEarlierOfSame(Sentence before, Sentence sentence) {
        return before.utterance.order() != sentence.utterance.order()
                && before.utterance.speaker().equals(sentence.utterance.speaker());
    }

    /** Takes the old value out of the state, also where the other side repeated it. */
    private void retract(Corrected corrected, Sentence by) {
        Sentence before = corrected.sentence();
        corrected.value().retract(before);
        Set<Integer> about = matter.of(before);
        for (int term : corrected.value().terms(before)) {
            for (Sentence echo : lastWith.getOrDefault(term, new ArrayDeque<>())) {
                boolean later = echo.utterance.order() > before.utterance.order()
                        && echo.utterance.order() != by.utterance.order();
                if (later && Matter.shared(matter.of(echo), about) > 0) {
                    for (Value value : Value.in(echo)) {
                        if (contains(value.terms(echo), term) && !value.isRejected(echo)) {
                            value.retract(echo);
                        }
                    }
                }
            }
        }
    }

    /** The correction behind what it corrects without the old value, if it says too little alone. */
    private Sentence withSubject(Sentence sentence, Corrected corrected) {
        Sentence before = corrected.sentence();
        List<Integer> kept = corrected.value().others(before);
        boolean alone = matter.of(sentence).size() >= SAYS_ENOUGH;
        if (alone || kept.isEmpty() || kept.size() + sentence.words.size() > LONGEST) {
            return sentence;
        }
        List<Word> words = new ArrayList<>();
        int[][] terms = new int[kept.size()][];
        for (int i = 0; i < terms.length; i++) {
            words.add(before.words.get(kept.get(i)));
            terms[i] = before.terms[kept.get(i)];
        }
        return sentence.behind(words, terms, before.provenance);
    }

    private static boolean contains(int[] terms, int term) {
        for (int other : terms) {
            if (other == term) {
                return true;
            }
        }
        return false;
    }

    private void remember(Sentence sentence) {
        if (sentence.utterance.origin() == Utterance.Origin.STATE) {
            lastOfState = sentence.utterance.order();
        }
        for (int[] terms : sentence.terms) {
            for (int term : terms) {
                push(lastWith.computeIfAbsent(term, key -> new ArrayDeque<>(REMEMBERED)), sentence);
            }
        }
        push(lastOf.computeIfAbsent(sentence.utterance.speaker(), key -> new ArrayDeque<>(REMEMBERED)), sentence);
    }

    private static void push(Deque<Sentence> last, Sentence sentence) {
        if (!sentence.equals(last.peekFirst())) {
            last.addFirst(sentence);
            if (last.size() > REMEMBERED) {
                last.removeLast();
            }
        }
    }
}
