package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.value.ValueTalk;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
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

    private static final double RAISED = 1.3;

    private final RulesHeard rules = new RulesHeard();
    private final LastSaid said = new LastSaid();
    private final Matter matter = new Matter();
    private final Objections objections = new Objections(said, matter);
    private final CorrectedSubject subjects = new CorrectedSubject(matter);
    private final ShortCorrections shorts = new ShortCorrections(matter);

    /** A value in a sentence that another one corrects. */
    record Corrected(Sentence sentence, Value value) {}

    /** Looks at sentences in the order in which they were said, and replaces those that need what they correct. */
    void apply(List<Sentence> sentences) {
        ValuesHeard values = new ValuesHeard(sentences);
        List<Sentence> notes = new ArrayList<>();
        for (int i = 0; i < sentences.size(); i++) {
            Sentence sentence = sentences.get(i);
            boolean read = !sentence.question && sentence.utterance.origin() != Utterance.Origin.TOOL;
            if (!read) {
                continue;
            }
            if (sentence.utterance.origin() != Utterance.Origin.STATE && !notes.isEmpty()) {
                said.sort(notes, sentence);
                notes.clear();
            }
            rules.hear(sentence);
            values.hear(sentence);
            if (sentence.retypes != null) {
                // What that puts right may have been put right itself.
                sentence.retypes = sentences.get(sentence.retypes.order);
            }
            if (!sentence.meaning.stands() || sentence.meaning.wrong() != null) {
                sentences.set(i, putRight(sentence, sentences.subList(Math.max(0, i - ShortCorrections.LOOK_BACK), i)));
                takeOutOfList(sentences.get(i), sentences);
            } else {
                sentences.set(i, CorrectedSubject.behindRetyped(sentence));
            }
            objections.hear(sentences.get(i), i > 0 ? sentences.get(i - 1) : null);
            said.remember(sentence);
            if (sentence.utterance.origin() == Utterance.Origin.STATE) {
                notes.add(sentence);
            }
        }
        values.apply();
    }

    /** Takes out what a sentence corrects, if it does, and gives the sentence as it is to be read. */
    private Sentence putRight(Sentence sentence, List<Sentence> before) {
        boolean unspaced = sentence.profile.isUnspaced();
        Corrected found = shorts.find(sentence, before);
        if (found == null && !unspaced && sentence.utterance.origin() != Utterance.Origin.STATE) {
            found = corrected(sentence);
        }
        if (found != null) {
            return putRight(sentence, found);
        }
        boolean corrects = sentence.corrects || sentence.meaning.types().contains(AnchorType.CORRECTION);
        if (unspaced && corrects && !retractRepeated(sentence)) {
            Sentence behind = UnspacedCorrections.behindLast(sentence, said.near(sentence));
            return behind == null ? CorrectedSubject.behindRetyped(sentence) : behind;
        }
        return CorrectedSubject.behindRetyped(sentence);
    }

    private Sentence putRight(Sentence sentence, Corrected corrected) {
        sentence.weight *= RAISED;
        retract(corrected, sentence);
        return sentence.profile.isUnspaced()
                ? sentence
                : subjects.inFront(sentence, corrected.sentence(), corrected.value());
    }

    /**
     * In a script without spaces a run of several words is what can be told apart: the earlier sentence, of whose terms the
     * correction repeats most, leaves whole.
     */
    private boolean retractRepeated(Sentence sentence) {
        Set<Integer> repeated = UnspacedCorrections.terms(sentence);
        Set<Sentence> looked = new HashSet<>();
        for (int term : repeated) {
            for (Sentence before : said.with(term)) {
                if (looked.add(before)
                        && isEarlierOfSame(before, sentence)
                        && !isOfAnother(sentence, before)
                        && UnspacedCorrections.isRepeated(before, repeated)
                        && UnspacedCorrections.areAlike(before, sentence)) {
                    before.clauses.forEach(clause -> clause.superseded = true);
                    sentence.weight *= RAISED;
                    return true;
                }
            }
        }
        return false;
    }

    private @Nullable Corrected corrected(Sentence sentence) {
        List<Value> values = new ArrayList<>(Value.in(sentence));
        values.removeIf(value -> value.at() < sentence.answerFrom);
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
        Sentence retyped = sentence.retypes;
        if (retyped != null) {
            Value old = OldValues.only(retyped, sentence, values);
            return old == null || !OldValues.isOne(retyped, old) ? null : new Corrected(retyped, old);
        }
        if (!sentence.corrects || answersValue(sentence, values)) {
            return null;
        }
        Set<Integer> subject = matter.of(sentence);
        if (!subject.isEmpty() && !Matter.isBare(sentence, values)) {
            return lastAbout(sentence, values, subject);
        }
        return isOne(sentence, values) ? lastNear(sentence, values) : null;
    }

    /**
     * The last sentence in which the speaker gave the value that is rejected, speaking of the same: "the concert is not on Friday" says nothing
     * of a party on Friday. A sentence with no subject, such as "Monday, not Friday", or one that begins with what it rejects, speaks of what
     * was said just before.
     */
    private @Nullable Corrected lastGiven(Sentence sentence, Value value, int rejected) {
        boolean replies = matter.isOnly(sentence, rejected) || value.opens(sentence);
        for (Sentence before : said.with(rejected)) {
            if (isEarlierOfSame(before, sentence)
                    && (replies ? said.isNear(before, sentence) : matter.isSame(before, sentence, rejected))) {
                for (Value given : Value.in(before)) {
                    if (contains(given.terms(before), rejected) && !given.isRejected(before)) {
                        return new Corrected(before, given);
                    }
                }
            }
        }
        return null;
    }

    /** Whether it says no to a value in the question that it answers, which is the one that it puts right: "I thought they gave 3,000?", "no, 2,000". */
    private static boolean answersValue(Sentence sentence, List<Value> values) {
        for (Value asked : Value.in(sentence)) {
            if (asked.at() < sentence.answerFrom
                    && values.stream().anyMatch(value -> value.isLike(sentence, asked, sentence))) {
                return true;
            }
        }
        return false;
    }

    /** Whether it gives one value of its form and rejects none: "about 5, rather 4" and "150, not 1500" say all of it themselves. */
    private static boolean isOne(Sentence sentence, List<Value> values) {
        for (Value value : values) {
            boolean alike =
                    values.stream().anyMatch(other -> !other.equals(value) && value.isLike(sentence, other, sentence));
            if (alike || value.isRejected(sentence)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The last value of the same form in what was said just before. Where the other side gave it, or more than one of the kind, nothing further
     * back is meant; what the other side says of itself or the speaker would say something else in the speaker's mouth, and what the speaker says of
     * themselves is of something else: "use 5 eggs", "we'll be 6, actually".
     */
    private @Nullable Corrected lastNear(Sentence sentence, List<Value> values) {
        Corrected sameUnit =
                values.size() > 1 ? null : OldValues.lastOfUnit(said.with(sentence.utterance.speaker()), sentence);
        if (sameUnit != null) {
            return sameUnit;
        }
        for (Sentence before : said.with(sentence.utterance.speaker())) {
            boolean own = before.utterance.speaker().equals(sentence.utterance.speaker());
            boolean near = own ? said.isNear(before, sentence) : said.isNext(before, sentence);
            // "My boss says I start on the 3rd. That's wrong, I'm free until the 7th": what is told with doubt or of
            // others stays as it is.
            if (near
                    && (OldValues.gives(before, sentence, values)
                            || (own
                                    && before.meaning.stands()
                                    && !Value.in(before).isEmpty()))) {
                return null;
            }
            List<Value> old = near ? OldValues.replaced(before, sentence, values) : List.of();
            if (!old.isEmpty()) {
                boolean clear = old.size() == 1
                        && (own
                                || !(before.hasFirstPerson()
                                        || before.hasSecondPerson()
                                        || Matter.isOfSpeaker(sentence, values)));
                return clear ? new Corrected(before, old.get(0)) : null;
            }
        }
        return null;
    }

    /**
     * The sentence that says most of the same, and least besides, with another value of the same form; none where two with different values are as
     * good.
     */
    private @Nullable Corrected lastAbout(Sentence sentence, List<Value> values, Set<Integer> subject) {
        Corrected best = null;
        boolean clear = true;
        int most = 0;
        int least = 0;
        Set<Sentence> looked = new HashSet<>();
        for (int term : subject) {
            for (Sentence before : said.with(term)) {
                if (Value.in(before).isEmpty() || !isEarlierOfSame(before, sentence) || !looked.add(before)) {
                    continue;
                }
                Set<Integer> about = matter.of(before);
                int same = Matter.shared(about, subject);
                boolean asGood = same == most && about.size() == least;
                boolean closer = same > most || (same == most && about.size() < least);
                if ((closer || asGood) && 2 * same >= about.size() && !isOfAnother(sentence, before)) {
                    Value old = OldValues.only(before, sentence, values);
                    if (old != null && closer) {
                        most = same;
                        least = about.size();
                        best = new Corrected(before, old);
                        clear = true;
                    } else if (old != null && best != null) {
                        clear &= old.text(before).equals(best.value().text(best.sentence()));
                    }
                }
            }
        }
        return clear ? best : null;
    }

    /** Takes out of an earlier list of the speaker's what a correction gives another value: "Toulouse is actually 750". */
    private void takeOutOfList(Sentence sentence, List<Sentence> sentences) {
        List<Value> values = Value.in(sentence);
        if (!sentence.corrects
                || sentence.profile.isUnspaced()
                || sentence.answerFrom > 0
                || !isOne(sentence, values)) {
            return;
        }
        Set<Integer> subject = matter.of(sentence);
        for (int term : subject) {
            for (Sentence before : said.with(term)) {
                Sentence list = sentences.get(before.order);
                ListPart part = isEarlierOfSame(list, sentence) && !isOfAnother(sentence, list)
                        ? ListPart.of(list, sentence, subject, values)
                        : null;
                if (part != null) {
                    sentences.set(before.order, part.takenOut(list));
                    sentence.weight *= RAISED;
                    return;
                }
            }
        }
    }

    private static boolean isOfAnother(Sentence sentence, Sentence before) {
        ValueTalk talk = sentence.meaning.values();
        ValueTalk earlier = before.meaning.values();
        return talk != null && earlier != null && talk.isOfAnother(earlier);
    }

    private static boolean isEarlierOfSame(Sentence before, Sentence sentence) {
        return before.utterance.order() != sentence.utterance.order()
                && before.utterance.speaker().equals(sentence.utterance.speaker());
    }

    /** Takes the old value out of the state, also where the other side repeated it. */
    private void retract(Corrected corrected, Sentence by) {
        Sentence before = corrected.sentence();
        before.retract(corrected.value().at());
        Set<Integer> about = matter.of(before);
        for (int term : corrected.value().terms(before)) {
            for (Sentence echo : said.with(term)) {
                boolean later = echo.utterance.order() > before.utterance.order()
                        && echo.utterance.order() != by.utterance.order();
                if (later && Matter.shared(matter.of(echo), about) > 0) {
                    for (Value value : Value.in(echo)) {
                        if (contains(value.terms(echo), term) && !value.isRejected(echo)) {
                            echo.retract(value.at());
                        }
                    }
                }
            }
        }
    }

    private static boolean contains(int[] terms, int term) {
        for (int other : terms) {
            if (other == term) {
                return true;
            }
        }
        return false;
    }
}
