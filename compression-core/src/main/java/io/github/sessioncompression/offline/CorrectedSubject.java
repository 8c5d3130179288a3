package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts what is corrected, without the old value, in front of a correction that says too little alone. Lives for one compilation. */
final class CorrectedSubject {
    /** Words of content of a correction that is understood alone. */
    private static final int SAYS_ENOUGH = 2;
    /** Words of content of what is corrected that would be missed. */
    private static final int SAYS_MUCH = 4;
    /** Words of both together. */
    private static final int LONGEST = 40;

    private final Matter matter;

    CorrectedSubject(Matter matter) {
        this.matter = matter;
    }

    /**
     * The correction as it is to be read.
     *
     * @param before what it corrects
     * @param value the old value in it
     */
    Sentence inFront(Sentence correction, Sentence before, Value value) {
        List<Integer> kept = value.others(before, correction);
        LanguageProfile profile = before.profile;
        // Of an answer that gave but the value its question is enough: "when?: the".
        boolean idle = kept.stream()
                .map(before.words::get)
                .skip(kept.stream().filter(at -> at < before.answerFrom).count())
                .allMatch(word -> profile.use(word).isStop()
                        || correction.words.stream()
                                .anyMatch(said -> said.lower().equals(word.lower())));
        kept.removeIf(at -> before.answerFrom > 0 && idle && at >= before.answerFrom);
        boolean alone = correction.retypes == null
                && matter.of(correction).size() >= SAYS_ENOUGH
                && !Matter.isBare(correction, Value.in(correction))
                && isCovered(before, correction);
        Clause own = before.answerFrom == 0 ? clauseOf(before, value) : null;
        if (own != null) {
            // "The weight is 80 kg and the height 1.80 m", "sorry, 82 kg": the rest holds.
            kept.removeIf(at -> at < own.from || at >= own.to);
        }
        if (alone || kept.isEmpty() || kept.size() + correction.words.size() > LONGEST) {
            return correction;
        }
        List<Word> words = CutWords.of(before, kept);
        if (correction.says(words)) {
            return correction;
        }
        int[][] terms = kept.stream().map(at -> before.terms[at]).toArray(int[][]::new);
        // All of it stands there now, or all of that clause.
        before.clauses.stream()
                .filter(clause -> own == null || clause.equals(own))
                .forEach(clause -> clause.superseded = true);
        return correction.behind(words, terms, before.provenance);
    }

    /** The clause that gives a value, where another one with a subject of its own gives another; {@code null} if that is not so. */
    private static @Nullable Clause clauseOf(Sentence sentence, Value value) {
        Clause of = null;
        boolean others = false;
        for (Clause clause : sentence.clauses) {
            boolean gives = clause.from <= value.at() && value.at() < clause.to;
            of = gives ? clause : of;
            others |= !gives
                    && clause.needs == null
                    && !clause.refers
                    && Value.in(sentence).stream().anyMatch(each -> clause.from <= each.at() && each.at() < clause.to);
        }
        boolean alone = of != null && of.needs == null && !of.refers && !refers(sentence, of);
        return others && alone ? of : null;
    }

    /** Whether it names what it is about by a word for what another clause names: "he starts on 12 May". */
    private static boolean refers(Sentence sentence, Clause clause) {
        return sentence.words.subList(clause.from, clause.to).stream()
                .anyMatch(word -> sentence.profile.use(word).isThirdPerson());
    }

    /** Together with the message that it puts right, where it is not clear what in it. */
    static Sentence behindRetyped(Sentence sentence) {
        Sentence retyped = sentence.retypes;
        boolean may = retyped != null
                && retyped.words.size() + sentence.words.size() <= LONGEST
                && retyped.clauses.stream().noneMatch(clause -> clause.superseded);
        if (retyped == null || !may) {
            return sentence;
        }
        retyped.clauses.forEach(clause -> clause.superseded = true);
        return sentence.behind(retyped.words, retyped.terms, retyped.provenance);
    }

    /** Whether little of what a sentence says is missing in the one that corrects it. */
    private boolean isCovered(Sentence before, Sentence correction) {
        Set<Integer> about = matter.of(before);
        return about.size() - Matter.shared(about, matter.of(correction)) < SAYS_MUCH;
    }
}
