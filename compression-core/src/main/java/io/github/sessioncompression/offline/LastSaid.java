package io.github.sessioncompression.offline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The sentences said last: of all, of each speaker and with each term, the latest first. Not thread-safe; lives for one compilation. */
final class LastSaid {
    private static final int REMEMBERED = 4;
    /** Utterances back in which a correction without a subject looks for what it corrects. */
    private static final int NEAR = 4;

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final Map<Integer, Deque<Sentence>> lastWith = new HashMap<>();
    private final Map<String, Deque<Sentence>> lastOf = new HashMap<>();
    private final Deque<Sentence> last = new ArrayDeque<>();
    /** The place of the last utterance that an earlier state holds, be it a question or of its tone; all while that is read. */
    private int lastOfState = Integer.MAX_VALUE;

    /** Those with a term. */
    Collection<Sentence> with(int term) {
        return lastWith.getOrDefault(term, new ArrayDeque<>());
    }

    /** Those of all, and behind them more of a speaker. */
    List<Sentence> with(String speaker) {
        List<Sentence> all = new ArrayList<>(last);
        all.addAll(lastOf.getOrDefault(speaker, new ArrayDeque<>()));
        return all;
    }

    /** What was said just before. */
    List<Sentence> near(Sentence sentence) {
        return last.stream().filter(before -> isNear(before, sentence)).toList();
    }

    /**
     * Whether it was said just before. What an earlier state holds is near if its messages are, and counts as said last where they are not
     * known.
     */
    boolean isNear(Sentence before, Sentence sentence) {
        if (before.utterance.origin() != Utterance.Origin.STATE) {
            return sentence.utterance.order() - before.utterance.order() <= NEAR;
        }
        long apart = messagesBetween(before, sentence);
        return apart == UNKNOWN ? sentence.utterance.order() - lastOfState <= NEAR : apart <= NEAR;
    }

    /** Whether it was said in the message right before. */
    boolean isNext(Sentence before, Sentence sentence) {
        long apart = before.utterance.origin() == Utterance.Origin.STATE
                ? messagesBetween(before, sentence)
                : sentence.utterance.order() - before.utterance.order();
        return apart == 1;
    }

    /** From the last message of a note to the first of a sentence. */
    private static long messagesBetween(Sentence note, Sentence sentence) {
        long last = lastSource(note);
        List<Long> now = sentence.provenance.sources();
        return last == 0 || now.isEmpty() ? UNKNOWN : now.get(0) - last;
    }

    void remember(Sentence sentence) {
        for (int[] terms : sentence.terms) {
            for (int term : terms) {
                push(lastWith.computeIfAbsent(term, key -> new ArrayDeque<>(REMEMBERED)), sentence);
            }
        }
        push(lastOf.computeIfAbsent(sentence.utterance.speaker(), key -> new ArrayDeque<>(REMEMBERED)), sentence);
        push(last, sentence);
    }

    /**
     * Remembers the notes of an earlier state in the order in which they were said, which they are not in.
     *
     * @param first the first sentence that is none
     */
    void sort(List<Sentence> notes, Sentence first) {
        lastOfState = first.utterance.order() - 1;
        List<Sentence> sorted = new ArrayList<>(notes);
        sorted.sort(Comparator.comparingLong(LastSaid::lastSource));
        lastWith.clear();
        lastOf.clear();
        last.clear();
        sorted.forEach(this::remember);
    }

    private static long lastSource(Sentence note) {
        return note.provenance.sources().stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
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
