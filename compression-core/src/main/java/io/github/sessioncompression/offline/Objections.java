package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.text.Fragments;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ties what somebody said to what the same speaker said against it later, so that no state shows the first without the second.
 *
 * <p>What {@link Corrections} is sure of leaves the state. This is for the rest: a name, a value or a thing that is turned down later ("then not the
 * barn"), and what is said to have been wrong without a value that takes its place ("I was wrong about Oslo: he comes home on Monday"). The later
 * one may be shown alone, the first one only beside it. Linear: of each term the last few sentences are known. Not thread-safe; lives for one
 * compilation.
 */
final class Objections {
    /** Words of content of a sentence that does nothing but turn something down. */
    private static final int TURNS_DOWN = 2;
    /** Words of content that two sentences share, names apart, if one may be about the other. */
    private static final int ABOUT = 2;

    /** Words of content of one that turns down what it names, wherever its "not" stands. */
    private static final int NAMES = 3;
    /** Words of content of one that is understood only with the sentence before. */
    private static final int ELLIPTIC = 1;
    /** Words of a no in front of its reason. */
    private static final int SHORT_NO = 3;

    /** Terms of a short sentence in a script without spaces, where each two characters are one. */
    private static final int UNSPACED = 14;
    /** Terms that two such sentences share if they name the same. */
    private static final int RUN = 3;

    private static final int[] NO_TERMS = {};

    private final LastSaid said;
    private final Matter matter;
    private final OtherValues values;
    /** The notes of an earlier state that turn something down, by their speaker and a term of it. */
    private final Map<String, Sentence> notes = new HashMap<>();

    Objections(LastSaid said, Matter matter) {
        this.said = said;
        this.matter = matter;
        values = new OtherValues(said, matter);
    }

    /**
     * Ties what was said before to a sentence that speaks against it, if it does.
     *
     * @param previous the sentence before; {@code null} if there is none
     */
    void hear(Sentence sentence, @Nullable Sentence previous) {
        if (sentence.profile.isUnspaced()) {
            tieRepeated(sentence);
            return;
        }
        Set<Integer> down = turnedDown(sentence);
        if (sentence.utterance.origin() == Utterance.Origin.STATE) {
            tieToNotes(sentence, down);
        }
        for (int term : down) {
            for (Sentence before : said.with(term)) {
                boolean against = isEarlierOfSame(before, sentence) || putsRight(sentence, before, term);
                if (against && !turnedDown(before).contains(term)) {
                    tie(before, term, sentence);
                }
            }
        }
        if (previous != null && goesAgainst(sentence, previous)) {
            previous.clauses.forEach(clause -> clause.objection = sentence);
        }
        if (down.isEmpty() && sentence.meaning.types().contains(AnchorType.CORRECTION)) {
            tieCorrected(sentence);
        }
        if (down.isEmpty() && sentence.corrects && Matter.endsBare(sentence)) {
            values.tieLast(sentence);
        }
        tieDenied(sentence);
        if (down.isEmpty() && sentence.meaning.changes()) {
            values.tie(sentence);
        }
    }

    /** Ties what the other side has just said it does on a day to a sentence in which there is a no to that day: "I'm coming on Sunday", "we aren't there on Sunday, take Saturday". */
    private void tieDenied(Sentence sentence) {
        for (int from = sentence.answerFrom, to; from < sentence.words.size(); from = to) {
            to = Fragments.upToMark(sentence.words, from);
            List<Word> part = sentence.words.subList(from, to);
            if (sentence.question
                    || part.stream()
                            .noneMatch(word -> sentence.profile.use(word).isNegation())) {
                continue;
            }
            for (int at = from; at < to; at++) {
                for (int term : sentence.profile.use(sentence.words.get(at)).isTime() ? sentence.terms[at] : NO_TERMS) {
                    said.with(term).stream()
                            .filter(before -> isOfOther(before, sentence))
                            .forEach(before -> tie(before, term, sentence));
                }
            }
        }
    }

    private boolean isOfOther(Sentence before, Sentence sentence) {
        return said.isNext(before, sentence)
                && !before.question
                && !before.utterance.speaker().equals(sentence.utterance.speaker())
                && !isNegated(before);
    }

    /** Whether a sentence says of a value that the other side has just given that it is another: "it costs 12.50", "it's 17.50, not 12.50". */
    private boolean putsRight(Sentence sentence, Sentence before, int term) {
        return before.utterance.order() < sentence.utterance.order()
                && said.isNear(before, sentence)
                && Value.in(sentence).stream()
                        .anyMatch(value -> sentence.words.get(value.at()).isAtom()
                                && Arrays.stream(value.terms(sentence)).anyMatch(other -> other == term))
                && matter.isSame(before, sentence, term);
    }

    /** The notes of an earlier state are in no order, so one may stand behind the one that speaks against it. */
    private void tieToNotes(Sentence note, Set<Integer> down) {
        String speaker = note.utterance.speaker();
        for (int[] terms : note.terms) {
            for (int term : terms) {
                Sentence against = notes.get(speaker + '\n' + term);
                if (against != null && !down.contains(term)) {
                    tie(note, term, against);
                }
            }
        }
        down.forEach(term -> notes.put(speaker + '\n' + term, note));
    }

    /** The terms of what a sentence turns down: what it says "not" to, be it behind a name: "Villa Rosa won't do". */
    private Set<Integer> turnedDown(Sentence sentence) {
        Set<Integer> down = new HashSet<>();
        boolean negated = isNegated(sentence);
        int about = matter.of(sentence).size();
        for (int i = 0; negated && i < sentence.words.size(); i++) {
            Word word = sentence.words.get(i);
            boolean named = word.isAtom() || word.isProper();
            boolean rejected = (named || about <= TURNS_DOWN) && new Value(i, i + 1).isRejected(sentence);
            if (rejected || (named && about <= NAMES && isDenied(sentence, i))) {
                for (int term : sentence.terms[i]) {
                    down.add(term);
                }
            }
        }
        down.addAll(CalledOff.terms(sentence, about));
        return down;
    }

    /** Whether a sentence is a no to the one before, and says too little to be one to anything else: "I said no", "I haven't paid it yet". */
    private boolean goesAgainst(Sentence sentence, Sentence previous) {
        return areSaidTogether(sentence, previous)
                && !previous.question
                && !sentence.exclamation
                && (isNoToAnything(sentence) || beginsWithNo(sentence));
    }

    private boolean isNoToAnything(Sentence sentence) {
        return matter.of(sentence).size() <= (refers(sentence) ? ELLIPTIC + 1 : ELLIPTIC) && isNegated(sentence);
    }

    /** Whether it says no and no more before it goes on with the reason: "we don't, the clay might explode". */
    private static boolean beginsWithNo(Sentence sentence) {
        int to = 1;
        while (to < sentence.words.size() && sentence.words.get(to - 1).after() == 0) {
            to++;
        }
        LanguageProfile profile = sentence.profile;
        boolean denies = false;
        for (Word word : sentence.words.subList(0, to)) {
            boolean denial = profile.use(word).isNegation();
            if (!denial && !profile.use(word).isStop() && !profile.use(word).isLight()) {
                return false;
            }
            denies |= denial;
        }
        return denies && to <= SHORT_NO && to < sentence.words.size();
    }

    /** Whether a "not" stands behind the name that a word is of. */
    private static boolean isDenied(Sentence sentence, int at) {
        int behind = at + 1;
        while (behind < sentence.words.size() && sentence.words.get(behind).isProper()) {
            behind++;
        }
        return behind < sentence.words.size()
                && sentence.profile.use(sentence.words.get(behind)).isNegation();
    }

    /** Whether both are of one message; two notes of a state that stand side by side may be. */
    static boolean areSaidTogether(Sentence sentence, Sentence previous) {
        boolean notes = sentence.utterance.origin() == Utterance.Origin.STATE
                && previous.utterance.origin() == Utterance.Origin.STATE
                && sentence.utterance.speaker().equals(previous.utterance.speaker());
        return notes || previous.utterance.order() == sentence.utterance.order();
    }

    private static boolean refers(Sentence sentence) {
        return sentence.words.stream()
                .anyMatch(word -> sentence.profile.use(word).isThirdPerson());
    }

    private static boolean isNegated(Sentence sentence) {
        for (Word word : sentence.words) {
            if (sentence.profile.use(word).isNegation()) {
                return true;
            }
        }
        return false;
    }

    /** In a script without spaces a "not" stands inside a run of words: a short sentence that has one speaks against what it repeats a run of. */
    private void tieRepeated(Sentence sentence) {
        Set<Integer> about = matter.of(sentence);
        if (about.size() > UNSPACED || !(isNegated(sentence) || CalledOff.isSaid(sentence))) {
            return;
        }
        for (int term : about) {
            for (Sentence before : said.with(term)) {
                if (isEarlierOfSame(before, sentence) && Matter.shared(matter.of(before), about) >= RUN) {
                    before.clauses.forEach(clause -> clause.objection = sentence);
                }
            }
        }
    }

    private static void tie(Sentence before, int term, Sentence sentence) {
        for (Clause clause : before.clauses) {
            for (int i = clause.from; i < clause.to; i++) {
                for (int other : before.terms[i]) {
                    if (other == term) {
                        clause.objection = sentence;
                    }
                }
            }
        }
    }

    /** Ties the last sentence that names or gives what a correction does, or else the last that shares most with it. */
    private void tieCorrected(Sentence sentence) {
        Set<Integer> about = matter.of(sentence);
        for (Value value : Value.in(sentence)) {
            for (int term : value.terms(sentence)) {
                for (Sentence before : said.with(term)) {
                    if (isEarlierOfSame(before, sentence)) {
                        before.clauses.forEach(clause -> clause.objection = sentence);
                        return;
                    }
                }
            }
        }
        Sentence best = null;
        int most = ABOUT - 1;
        for (int term : about) {
            for (Sentence before : said.with(term)) {
                int shared = Matter.shared(matter.of(before), about);
                if (shared > most && isEarlierOfSame(before, sentence)) {
                    most = shared;
                    best = before;
                }
            }
        }
        if (best != null) {
            best.clauses.forEach(clause -> clause.objection = sentence);
        }
    }

    static boolean isEarlierOfSame(Sentence before, Sentence sentence) {
        return before.utterance.order() != sentence.utterance.order()
                && before.utterance.speaker().equals(sentence.utterance.speaker());
    }
}
