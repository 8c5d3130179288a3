package io.github.sessioncompression.extract;

import io.github.sessioncompression.option.Resources;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Properties of a sentence that its score is a sum of. The weights are natural logarithms in {@code weights.txt}, under the names here in lower case:
 * 0.7 doubles a sentence's worth, -0.7 halves it.
 *
 * <p>The weights were fitted by {@code WeightLearning} of {@code compression-benchmarks}: a logistic regression over
 * sentences of chats, with the question whether a later message of the chat refers to the sentence. They are the same
 * for all languages. A new feature needs a constant here, a line in {@code weights.txt} and a line in {@link
 * Salience#features}.
 */
enum Feature {
    /** Logarithm of the part of the chat that is not the speaker's side's; 0 if both sides have as much. */
    RARE,
    /** Ends with a question mark. */
    QUESTION,
    /** A question about the one who asks. */
    QUESTION_ABOUT_SELF,
    /** Speaks to the listener. */
    ADDRESS,
    /** Speaks to the listener about the speaker. */
    ADDRESS_ABOUT_SELF,
    /** Speaks to the listener and has a value. */
    ADDRESS_WITH_VALUE,
    /** {@link #RARE} of a sentence that speaks to the listener. */
    ADDRESS_RARE,
    /** Is about the speaker, or has a value or a name. */
    TELLING,
    /** Has a word of time. */
    TIME,
    /** {@link #RARE} of a message's first sentence. */
    OPENING_RARE,
    /** A rule, decision or preference. */
    RULE,
    /** Part of {@link #RARE} of the one who asked that a sentence has which answers. */
    ANSWER_RARE,
    /** Pasted or quoted. */
    QUOTED,
    /** Returned by a tool. */
    TOOL;

    private static final Map<Feature, Double> WEIGHTS = read();

    private static Map<Feature, Double> read() {
        Map<Feature, Double> weights = new EnumMap<>(Feature.class);
        Resources.texts(Feature.class, "weights.txt")
                .forEach((name, weight) -> weights.put(valueOf(name.toUpperCase(Locale.ROOT)), Double.valueOf(weight)));
        return weights;
    }

    /** The logarithm of the factor by which one of it multiplies a sentence's worth; 0 if the file has none. */
    double weight() {
        return WEIGHTS.getOrDefault(this, 0.0);
    }
}
