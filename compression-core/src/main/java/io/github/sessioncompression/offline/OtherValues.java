package io.github.sessioncompression.offline;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ties a value to a later sentence of the same speaker that speaks of a change and gives another one, where it can't be told whether that takes its place. Linear: of each term the
 * last few sentences are known. Lives for one compilation.
 */
final class OtherValues {
    /** Words of content that two sentences share, names apart, if one may be about the other. */
    private static final int ABOUT = 2;

    /** Characters. */
    private static final int YEAR = 4;

    private final LastSaid said;
    private final Matter matter;

    OtherValues(LastSaid said, Matter matter) {
        this.said = said;
        this.matter = matter;
    }

    /**
     * Ties the value to a sentence that may say what it is now, in words that leave open whether it is of the same: "the dose is 2 units", "we go up
     * to 3 units now". That is the last one with a value like it that shares most words with it.
     */
    void tie(Sentence sentence) {
        if (Value.in(sentence).isEmpty()) {
            return;
        }
        Set<Integer> terms = matter.withTimes(sentence);
        Sentence best = null;
        Value old = null;
        int most = ABOUT - 1;
        Set<Sentence> looked = new HashSet<>();
        for (int term : terms) {
            for (Sentence before : said.with(term)) {
                boolean may = !Value.in(before).isEmpty() && Objections.isEarlierOfSame(before, sentence);
                if (may && looked.add(before)) {
                    int shared = Matter.shared(matter.withTimes(before), terms);
                    Value like = shared > most ? valueLike(before, sentence) : null;
                    if (like != null) {
                        most = shared;
                        best = before;
                        old = like;
                    }
                }
            }
        }
        if (best != null && old != null) {
            tie(best, old, sentence);
        }
    }

    /**
     * Ties the last value like it that the speaker gave just before, to a sentence that puts something right and does not say what: "I bought it in March", "oh wait,
     * I looked at the receipt, it was May", which is never parted.
     */
    void tieLast(Sentence sentence) {
        for (Sentence before : said.with(sentence.utterance.speaker())) {
            boolean may = Objections.isEarlierOfSame(before, sentence)
                    && said.isNear(before, sentence)
                    && before.clauses.stream().noneMatch(clause -> clause.superseded);
            Value old = may ? valueLike(before, sentence) : null;
            // A year may be the same where the month is another.
            old = may && old == null ? year(before, sentence) : old;
            if (old != null) {
                tie(before, old, sentence);
                sentence.clauses = ClauseCutting.whole(sentence);
                return;
            }
        }
    }

    private static @Nullable Value year(Sentence before, Sentence sentence) {
        return Value.in(before).stream()
                .filter(old -> old.text(before).length() == YEAR
                        && before.words.get(old.at()).isAtom()
                        && Value.in(sentence).stream()
                                .anyMatch(value -> value.text(sentence).equals(old.text(before))))
                .findFirst()
                .orElse(null);
    }

    private static void tie(Sentence before, Value old, Sentence sentence) {
        for (Clause clause : before.clauses) {
            if (clause.from <= old.at() && old.at() < clause.to) {
                clause.objection = sentence;
            }
        }
    }

    /** A value of a sentence that one of another's may take the place of; {@code null} if there is none, or if the other gives it, too. */
    private static @Nullable Value valueLike(Sentence before, Sentence sentence) {
        for (Value old : Value.in(before)) {
            boolean like = false;
            boolean repeated = false;
            for (Value value : Value.in(sentence)) {
                like |= value.isLike(sentence, old, before);
                repeated |= value.text(sentence).equals(old.text(before));
            }
            if (like && !repeated && !old.isRejected(before)) {
                return old;
            }
        }
        return null;
    }
}
