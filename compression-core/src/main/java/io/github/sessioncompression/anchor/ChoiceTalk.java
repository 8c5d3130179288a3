package io.github.sessioncompression.anchor;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a sentence of a person says about a choice: what somebody decided or likes, or that it is so no longer.
 *
 * <p>A choice goes only by a sentence that says so ("no longer", "after all", "instead", "now") of the same and of nothing else: "I prefer coffee now,
 * not tea" takes back "I prefer tea", but not "I prefer tea in the morning". Each clause wants or does not want what it speaks of; what
 * is taken back is what one sentence wants and the other does not, or, of a decision or a favourite, which is one of several, the one that another
 * takes the place of in otherwise the same words. Immutable.
 */
final class ChoiceTalk {
    /** So many words that two decisions share say that they are about one thing. */
    private static final int SHARED_BY_DECISIONS = 2;

    private final Set<String> wanted = new HashSet<>();
    private final Set<String> unwanted = new HashSet<>();
    private final boolean decides;
    private final boolean prefers;
    private final boolean exclusive;
    private final boolean replaces;

    ChoiceTalk(Statement statement, List<TalkClause> clauses) {
        AnchorLanguage language = statement.language();
        decides = statement.has("decision");
        prefers = statement.has("preference");
        exclusive = statement.gives("exclusive");
        replaces = !statement.question() && !statement.gives("doubt") && statement.has("replace");
        for (TalkClause clause : clauses) {
            if (clause.reason()) {
                continue;
            }
            Set<String> matter = MatterWords.of(clause.words(), language, "choice");
            matter.remove(MatterWords.TOWARD);
            (clause.denies() ? unwanted : wanted).addAll(matter);
        }
    }

    /** Whether it says that something else holds from now on. */
    boolean replaces() {
        return replaces;
    }

    /** Whether this, said later by the same person, takes back the choice that {@code other} speaks of. */
    boolean takesBack(ChoiceTalk other) {
        if (!replaces || !(other.decides || other.prefers)) {
            return false;
        }
        if (other.wanted.isEmpty()) {
            return unwanted.isEmpty() && !wanted.isEmpty() && wanted.equals(other.unwanted);
        }
        return other.unwanted.isEmpty() && (unwanted.equals(other.wanted) || isAnotherForTheSame(other));
    }

    /** Whether both want the same, and do not want the same. */
    boolean saysSame(ChoiceTalk other) {
        return wanted.equals(other.wanted) && unwanted.equals(other.unwanted);
    }

    private boolean isAnotherForTheSame(ChoiceTalk other) {
        Set<String> shared = new HashSet<>(wanted);
        shared.retainAll(other.wanted);
        int fewest = prefers && other.prefers ? 1 : SHARED_BY_DECISIONS;
        return exclusive
                && other.exclusive
                && prefers == other.prefers
                && shared.size() >= fewest
                && other.wanted.size() - shared.size() == 1
                && wanted.size() - shared.size() == 1;
    }
}
