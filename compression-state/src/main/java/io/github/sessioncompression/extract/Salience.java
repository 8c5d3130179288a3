package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordKind;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Worth of a sentence before redundancy is looked at.
 *
 * <p><em>Algorithm</em>, for each sentence:
 * <ol>
 *   <li>each word has a worth: values, names and words of time more, everyday words less, and more if the other side takes it up in its next message;
 *   <li>a pair of neighbours has a part of theirs, so that known words in a new connection still count;
 *   <li>both are multiplied by the exponential of one linear score over the {@link Feature}s of the sentence, and by the focus.
 * </ol>
 *
 * <p>The speaker counts by how little of the chat is that side's: in a chat with a model the user's tenth of the text holds most of what is asked for
 * later, between people both sides hold as much, and no names are needed to distinguish the two. Relative to the users' sentences, so that worths of
 * earlier compressions stay comparable: a quote of an earlier state keeps its own. <em>Threads</em>: not thread-safe; units are measured in the order of
 * the chat.
 *
 * <p><em>Does nothing when</em> a sentence has no terms: its worth stays empty. <em>On failure</em>: throws nothing.
 *
 * @see Selection
 */
final class Salience {
    /**
     * Factors of a word's worth, 1 for any other word: an everyday word, a value, a name, a word of time. A word that
     * is several has their product.
     */
    private static final double LIGHT_WORD = 0.25;

    private static final double VALUE = 2.1;
    private static final double NAME = 3.8;
    private static final double TIME = 5;
    /** Factor of a term that the other side's next message has. */
    private static final double TAKEN_UP = 1.5;
    /** Part of the worth of two neighbours (their geometric mean) that the pair of both has. */
    private static final double PAIR = 0.3;
    /**
     * Factor of a quote's earlier worth: a little more than 1, so that of two equal sentences the one that is shown
     * already stays.
     */
    private static final double KEPT = 1.02;
    /** Worth of an entry that a model or the application wrote, relative to a user's plain sentence. */
    private static final double WRITTEN = 3;
    /** Factor of a sentence with one term of the focus. */
    private static final double FOCUS_ONCE = 2.5;
    /** Factor of a sentence with two or more terms of the focus. */
    private static final double FOCUS = 4;
    /** Statements that {@link Feature#RULE} counts. */
    private static final Set<AnchorType> RULES =
            EnumSet.of(AnchorType.CONSTRAINT, AnchorType.PREFERENCE, AnchorType.DECISION);

    private final Vocabulary vocabulary;
    private final Map<Integer, List<Unit>> answers;
    private final Set<Integer> focus;
    /** For each term the last measured message whose answer has it, from 1 on. */
    private final int[] takenUp;
    /** The message that is measured. */
    private int message = -1;

    /**
     * {@link Feature#RARE} of each side that speaks in the span: 0 if it has its even part of the text, more if less.
     * Empty if one side alone speaks.
     */
    private final Map<StateItem.Origin, Double> rare = new EnumMap<>(StateItem.Origin.class);

    /**
     * The worth of the sentences of a chat.
     *
     * @param units all of them, tied
     * @param answers sentences of the next message by another speaker, by the place of a message
     * @param focus terms to keep before all else
     */
    Salience(Vocabulary vocabulary, List<Unit> units, Map<Integer, List<Unit>> answers, Set<Integer> focus) {
        this.vocabulary = vocabulary;
        this.answers = answers;
        this.takenUp = new int[vocabulary.size()];
        this.focus = focus;
        Map<StateItem.Origin, Double> said = new EnumMap<>(StateItem.Origin.class);
        for (Unit unit : units) {
            if (unit.from == Unit.From.SPAN && unit.isSpeech()) {
                said.merge(unit.origin, unit.tokens, Double::sum);
            }
        }
        double all = said.values().stream().mapToDouble(Double::doubleValue).sum();
        if (said.size() > 1) {
            said.forEach((side, tokens) -> rare.put(side, StrictMath.log(all / said.size() / tokens)));
        }
    }

    /**
     * Fills in {@link Unit#terms}, {@link Unit#worth} and {@link Unit#factor}. Units are measured in the order of the
     * chat.
     */
    void measure(Unit unit) {
        double factor = StrictMath.exp(score(unit));
        double boost = focusFactor(unit);
        readAnswerTo(unit.message);
        int single = unit.termCount;
        int all = Math.max(0, 2 * single - 1);
        unit.terms = new int[all];
        unit.worth = new double[all];
        double plainSum = 0;
        double worth = 0;
        int at = 0;
        for (int i = 0; i < unit.words.size(); i++) {
            double ofWord = wordFactor(unit, i);
            for (int term : unit.wordTerms[i]) {
                double plain = ofWord * repeated(vocabulary.occurrences(term));
                plainSum += plain;
                unit.terms[at] = term;
                unit.worth[at] = plain * factor * boost * (answerHas(term) ? TAKEN_UP : 1);
                worth += unit.worth[at++];
            }
        }
        for (int i = 1; i < single; i++) {
            unit.terms[at] = vocabulary.pair(unit.terms[i - 1], unit.terms[i]);
            unit.worth[at++] = PAIR * StrictMath.sqrt(unit.worth[i - 1] * unit.worth[i]);
        }
        unit.factor = plainSum > 0 ? worth / boost / plainSum : factor;
    }

    /** Marks the terms of the answer to a message; does nothing for the message of the call before. */
    private void readAnswerTo(int next) {
        if (next == message) {
            return;
        }
        message = next;
        for (Unit sentence : answers.getOrDefault(message, List.of())) {
            sentence.forEachTerm(word -> true, term -> takenUp[term] = message + 1);
        }
    }

    private boolean answerHas(int term) {
        return takenUp[term] == message + 1;
    }

    private double focusFactor(Unit unit) {
        long shared = focus.isEmpty()
                ? 0
                : Arrays.stream(unit.wordTerms)
                        .flatMapToInt(Arrays::stream)
                        .filter(focus::contains)
                        .count();
        return shared == 0 ? 1 : shared == 1 ? FOCUS_ONCE : FOCUS;
    }

    /** Sum of the unit's features by their weights, less that of a user's plain sentence, which so has 0. */
    private double score(Unit unit) {
        if (unit.from == Unit.From.WRITTEN) {
            return StrictMath.log(WRITTEN);
        }
        if (unit.from == Unit.From.QUOTE && unit.earlierWorth > 0) {
            return StrictMath.log(KEPT * unit.earlierWorth / 100);
        }
        double score = -Feature.RARE.weight() * rare.getOrDefault(StateItem.Origin.USER, 0.0);
        for (Map.Entry<Feature, Double> feature : features(unit).entrySet()) {
            score += feature.getKey().weight() * feature.getValue();
        }
        return score;
    }

    /** The features of a unit that are not 0. */
    Map<Feature, Double> features(Unit unit) {
        Map<Feature, Double> features = new EnumMap<>(Feature.class);
        if (unit.isFound()) {
            features.put(unit.origin == StateItem.Origin.TOOL ? Feature.TOOL : Feature.QUOTED, 1.0);
            return features;
        }
        double side = rare.getOrDefault(unit.origin, 0.0);
        boolean first = unit.has(WordKind.FIRST);
        boolean value = unit.hasValue;
        features.put(Feature.RARE, side);
        if (unit.question) {
            features.put(Feature.QUESTION, 1.0);
            features.put(Feature.QUESTION_ABOUT_SELF, first ? 1.0 : 0);
        }
        if (unit.has(WordKind.SECOND)) {
            features.put(Feature.ADDRESS, 1.0);
            features.put(Feature.ADDRESS_RARE, side);
            features.put(value ? Feature.ADDRESS_WITH_VALUE : Feature.ADDRESS_ABOUT_SELF, value || first ? 1.0 : 0);
        }
        features.put(Feature.TELLING, first || value || hasName(unit) ? 1.0 : 0);
        features.put(Feature.TIME, unit.has(WordKind.TIME) ? 1.0 : 0);
        features.put(Feature.OPENING_RARE, unit.opensMessage ? side : 0);
        if (!Collections.disjoint(unit.types, RULES)) {
            features.put(Feature.RULE, 1.0);
        }
        Unit asked = unit.asked;
        if (asked != null) {
            features.put(Feature.ANSWER_RARE, Math.max(0, rare.getOrDefault(asked.origin, 0.0) - side));
        }
        return features;
    }

    private static boolean hasName(Unit unit) {
        return unit.profile.namesHaveCapitals() && unit.words.stream().anyMatch(Word::isProper);
    }

    /** The fourth root: a topic matters a little more than an aside, but naming it once is almost all of it. */
    private static double repeated(int times) {
        return StrictMath.sqrt(StrictMath.sqrt(1 + StrictMath.log(Math.max(1, times))));
    }

    private static double wordFactor(Unit unit, int at) {
        Word word = unit.words.get(at);
        double factor = unit.light[at] ? LIGHT_WORD : 1;
        factor *= unit.value[at] ? VALUE : 1;
        factor *= word.isProper() ? NAME : 1;
        return unit.time[at] ? TIME * factor : factor;
    }
}
