package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.LanguageProfile.Cue;
import io.github.sessioncompression.text.LanguageProfile.WordKind;
import io.github.sessioncompression.text.Sentence.Word;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Worth of a sentence before redundancy is looked at.
 *
 * <p>Each term has a worth: names, numbers and dates more, everyday words less, and a little more the more often it is used. A sentence
 * multiplies it by what it does: telling about oneself most, other statements less, questions and remarks to the listener least unless they hold a value; rules,
 * decisions and preferences much more. A word that the other side takes up in its answer counts more. In a chat with a model the user's words
 * count more than the model's, which can be said again. The factors are round numbers; the mean recall over five conversations changes little within a third
 * of any of them.
 *
 * @param withModel true if a user talks with a model, not people with each other
 * @param speakers names of those who speak, in lower case
 * @param answers terms of the next message by another speaker, by the place of a message
 * @param focus terms to keep before all else
 */
record Salience(
        Vocabulary vocabulary,
        boolean withModel,
        Set<String> speakers,
        Map<Integer, Set<Integer>> answers,
        Set<Integer> focus) {
    private static final double LIGHT_WORD = 0.3;
    private static final double VALUE = 3.5;
    private static final double VALUE_FOR_MODEL = 6;
    private static final double NAME = 3.5;
    /** Worth of a capitalized word where few capitals are names: in headings, code and languages that capitalize every noun. */
    private static final double CAPITAL = 2;

    private static final double TIME = 2.5;
    private static final double THING = 1.4;
    private static final double EVENT = 1.4;

    private static final double ABOUT_ONESELF = 1;
    private static final double STATEMENT = 0.8;
    private static final double EXCLAMATION = 0.65;
    private static final double WITH_VALUE = 0.5;
    private static final double TO_LISTENER_ABOUT_ONESELF = 0.3;
    private static final double TO_LISTENER = 0.15;
    private static final double QUESTION = 0.15;
    private static final double QUESTION_ABOUT_ONESELF = 0.45;
    private static final double QUOTED = 0.4;
    private static final double TOOL = 0.4;
    private static final double USER_OF_ASSISTANT = 2;
    private static final double ASSISTANT_OF_USER = 0.6;
    private static final double KEPT = 1.02;
    private static final double ASIDE = 0.45;
    private static final double WRITTEN = 3;
    private static final double TAKEN_UP = 1.5;
    private static final double RULE = 5;
    private static final double RULE_AMONG_PEOPLE = 1.5;
    private static final double DECISION = 2;
    private static final double BOILERPLATE = 0.02;
    private static final int SHORTEST_NAME = 3;

    /** Fills in the terms of a unit and their worth. */
    void measure(Unit unit) {
        boolean second = unit.has(WordKind.SECOND);
        double kind = kindFactor(unit, unit.has(WordKind.FIRST), second);
        double boost = focusFactor(unit);
        Set<Integer> answer = answers.getOrDefault(unit.message, Set.of());
        int count = 0;
        for (int[] word : unit.wordTerms) {
            count += word.length;
        }
        unit.terms = new int[count];
        unit.spoken = new int[count];
        unit.plain = new double[count];
        unit.worth = new double[count];
        double plainSum = 0;
        double saidSum = 0;
        int at = 0;
        for (int i = 0; i < unit.words.size(); i++) {
            Word word = unit.words.get(i);
            boolean light = unit.profile.isLight(word.lower());
            double plain = wordFactor(word, unit.profile, light);
            double thing = !withModel && unit.heard == 0 && isThing(unit, i) ? THING : 1;
            for (int term : unit.wordTerms[i]) {
                double usual = plain * repeated(vocabulary.occurrences(term));
                double said = usual * kind * thing * (answer.contains(term) ? TAKEN_UP : 1);
                plainSum += usual;
                saidSum += said;
                unit.terms[at] = term;
                unit.spoken[at] = vocabulary.spoken(unit.speaker, term);
                unit.plain[at] = usual;
                unit.worth[at++] = said * boost;
            }
        }
        unit.factor = plainSum > 0 ? saidSum / plainSum : kind;
    }

    private double focusFactor(Unit unit) {
        if (focus.isEmpty()) {
            return 1;
        }
        long shared = Arrays.stream(unit.wordTerms)
                .flatMapToInt(Arrays::stream)
                .filter(focus::contains)
                .count();
        return shared == 0 ? 1 : shared == 1 ? 2.5 : 4;
    }

    private double kindFactor(Unit unit, boolean first, boolean second) {
        if (unit.from == Unit.From.WRITTEN) {
            return WRITTEN;
        }
        if (unit.from == Unit.From.QUOTE && unit.heard > 0) {
            return KEPT * unit.heard / 100;
        }
        if (unit.isFound()) {
            return unit.origin == StateItem.Origin.TOOL ? TOOL : QUOTED;
        }
        if (unit.text.startsWith("[") && unit.text.endsWith("]")) {
            return ASIDE;
        }
        boolean value = unit.hasValue();
        double factor;
        if (!second) {
            boolean telling = value || first || hasName(unit);
            factor = telling ? ABOUT_ONESELF : isExclamation(unit) ? EXCLAMATION : STATEMENT;
        } else {
            factor = value ? WITH_VALUE : first ? TO_LISTENER_ABOUT_ONESELF : TO_LISTENER;
        }
        if (unit.question) {
            factor = Math.min(factor, first && !second ? QUESTION_ABOUT_ONESELF : QUESTION);
        }
        if (withModel) {
            factor *= unit.origin == StateItem.Origin.USER ? USER_OF_ASSISTANT : ASSISTANT_OF_USER;
        } else if (!unit.question && unit.has(WordKind.TIME)) {
            factor *= EVENT;
        }
        return factor * statementFactor(unit);
    }

    private double statementFactor(Unit unit) {
        if (withModel && unit.origin == StateItem.Origin.ASSISTANT) {
            boolean polite = !unit.hasValue() && unit.profile.cues(unit.words).contains(Cue.BOILERPLATE);
            return polite ? BOILERPLATE : 1;
        }
        if (!withModel) {
            return unit.types.contains(AnchorType.CONSTRAINT) ? RULE_AMONG_PEOPLE : 1;
        }
        if (unit.types.contains(AnchorType.CONSTRAINT) || unit.types.contains(AnchorType.PREFERENCE)) {
            return RULE;
        }
        return unit.types.contains(AnchorType.DECISION) ? DECISION : 1;
    }

    private static boolean isExclamation(Unit unit) {
        return unit.text.endsWith("!") || unit.text.endsWith("！");
    }

    private boolean hasName(Unit unit) {
        return unit.profile.namesHaveCapitals() && unit.words.stream().anyMatch(this::isName);
    }

    private boolean isName(Word word) {
        return word.isProper() && !isSpeaker(word.lower());
    }

    /** True for the name of somebody who speaks, or its beginning: "thanks, Mel". */
    private boolean isSpeaker(String name) {
        return speakers.contains(name)
                || (name.length() >= SHORTEST_NAME && speakers.stream().anyMatch(speaker -> speaker.startsWith(name)));
    }

    private static boolean isThing(Unit unit, int at) {
        List<Word> words = unit.words;
        return at > 0 && unit.profile.is(WordKind.DETERMINER, words.get(at - 1).lower());
    }

    /** The fourth root: a topic matters a little more than an aside, but naming it once is almost all of it. */
    private static double repeated(int times) {
        return StrictMath.sqrt(StrictMath.sqrt(1 + StrictMath.log(Math.max(1, times))));
    }

    private double wordFactor(Word word, LanguageProfile profile, boolean light) {
        double factor = light ? LIGHT_WORD : 1;
        factor *= word.isValue() ? withModel ? VALUE_FOR_MODEL : VALUE : 1;
        boolean vague = withModel || !profile.namesHaveCapitals();
        factor *= isName(word) ? vague ? CAPITAL : NAME : 1;
        return profile.is(WordKind.TIME, word.lower()) ? factor * TIME : factor;
    }
}
