package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import java.util.List;

/** Finds two stretches of characters that stand in each other's place, where words are not parted: "from Bern to Thun". */
final class TurnedCharacters {
    /** Characters of one of the two. */
    private static final int LONGEST = 10;

    private TurnedCharacters() {}

    /**
     * The two stretches in which a sentence that was told differs from what was said, each standing where the other stood; nothing if it does not, if
     * nothing but an "and" is between them, or if nothing is around them.
     */
    static List<String> find(List<String> told, List<String> said, AnchorLanguage language) {
        if (told.size() != said.size()) {
            return List.of();
        }
        int front = 0;
        while (front < told.size() && told.get(front).equals(said.get(front))) {
            front++;
        }
        int back = told.size();
        while (back > front && told.get(back - 1).equals(said.get(back - 1))) {
            back--;
        }
        List<String> one = said.subList(front, back);
        List<String> other = told.subList(front, back);
        for (int first = 1; first <= Math.min(LONGEST, one.size() - 2); first++) {
            for (int second = 1; second <= Math.min(LONGEST, one.size() - first - 1); second++) {
                List<String> between = one.subList(first, one.size() - second);
                boolean turned = one.subList(0, first).equals(other.subList(other.size() - first, other.size()))
                        && one.subList(one.size() - second, one.size()).equals(other.subList(0, second))
                        && between.equals(other.subList(second, other.size() - first));
                boolean around = front > 0 || back < told.size();
                // Whole clauses may stand in any order.
                boolean clauses = opens(said, front) && opens(said, back - second);
                if (turned && around && !clauses && !language.has("and", String.join("", between))) {
                    return List.of(one.get(0), one.get(one.size() - 1));
                }
            }
        }
        return List.of();
    }

    private static boolean opens(List<String> said, int at) {
        return at == 0 || !Character.isLetterOrDigit(said.get(at - 1).codePointAt(0));
    }
}
