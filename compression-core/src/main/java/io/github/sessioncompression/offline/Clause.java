package io.github.sessioncompression.offline;

import org.jspecify.annotations.Nullable;

/**
 * The smallest part of a sentence that can be kept or left out.
 *
 * <p>Not thread-safe; lives for one compilation.
 */
final class Clause {
    final Sentence sentence;
    /** First word. */
    final int from;
    /** Behind the last word. */
    final int to;
    /** Place in the sentence. */
    final int index;
    /** What must be kept for this one to be understood; {@code null} if it stands alone. */
    final @Nullable Clause needs;
    /** Terms that carry content, by id. */
    int[] terms = {};
    /** The same terms under this speaker, by id. */
    int[] spoken = {};
    /** What each term is worth here. */
    double[] worth = {};
    /** Words that carry content. */
    int content;
    /** Whether a word such as "yesterday" needs the day on which it was said. */
    boolean needsDate;
    /** Whether something said later takes its place, so that it must not be shown. */
    boolean superseded;
    /** Tokens of the words, without separators. */
    double tokens;

    Clause(Sentence sentence, int from, int to, int index, @Nullable Clause needs) {
        this.sentence = sentence;
        this.from = from;
        this.to = to;
        this.index = index;
        this.needs = needs;
    }

    /** Whether it speaks to or of the listener; the question in front of an answer does not count. */
    boolean hasSecondPerson() {
        return sentence.hasSecondPerson(from, to);
    }
}
