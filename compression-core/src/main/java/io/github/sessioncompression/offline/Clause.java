package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.List;
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
    /** Whether it is a rule about what it needs, which is not to be read without it: "never exceed it". */
    final boolean rules;
    /** Whether it begins with a word for somebody or something that was named before: "and she …". */
    final boolean refers;
    /** Terms that carry content, by id. */
    int[] terms = {};
    /** The same terms under this speaker, by id. */
    int[] spoken = {};
    /** What each term is worth here. */
    double[] worth = {};
    /** What its terms are worth for what they are, wherever they stand. */
    double plain;
    /** What its terms are worth where they were said, without what this compilation alone makes of it. */
    double said;
    /** Words that carry content. */
    int content;
    /** Whether a word such as "yesterday" needs the day on which it was said. */
    boolean needsDate;
    /** Whether something said later takes its place, so that it must not be shown. */
    boolean superseded;
    /** What the same speaker said against it later, without which it would say something else; filled by {@link Objections}. */
    @Nullable
    Sentence objection;
    /** Whether it has been chosen; filled by {@link Selection}. */
    boolean chosen;
    /** Tokens of the words, without separators. */
    double tokens;

    Clause(Sentence sentence, int from, int to, int index, @Nullable Clause needs, boolean rules) {
        this.sentence = sentence;
        this.from = from;
        this.to = to;
        this.index = index;
        this.needs = needs;
        this.rules = rules;
        refers = refers(sentence, from, to);
    }

    private static boolean refers(Sentence sentence, int from, int to) {
        LanguageProfile profile = sentence.profile;
        int at = from;
        while (at < to - 1 && profile.use(sentence.words.get(at)).isConjunction()) {
            at++;
        }
        return at < to && profile.use(sentence.words.get(at)).isThirdPerson();
    }

    /** The rule about it that the sentence goes on with; {@code null} if there is none. */
    @Nullable
    Clause ruledBy() {
        List<Clause> all = sentence.clauses;
        Clause next = index + 1 < all.size() ? all.get(index + 1) : null;
        return next != null && next.rules ? next : null;
    }

    /** Whether it speaks to or of the listener; the question in front of an answer does not count. */
    boolean hasSecondPerson() {
        return sentence.hasSecondPerson(from, to);
    }
}
