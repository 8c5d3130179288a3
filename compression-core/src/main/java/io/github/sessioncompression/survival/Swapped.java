package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.text.LanguageProfile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds the sentences of a model that exchange two things of one sentence that was said: "the red one costs 60 and the blue one 40", "from
 * Paris to Berlin", or what is said of one for what is said of the other: "Ana is allergic to hazelnuts, Ben to shellfish".
 *
 * <p>Told is taken for exchanged only if all of its words of content are in that one sentence, if nothing else was said or asked with all of them,
 * and if its words stand as they stood there but for the two. Linear. Not thread-safe; lives for one compilation.
 */
final class Swapped {
    /** Stretches of a sentence that are held against each other. */
    private static final int MOST_SEGMENTS = 8;

    private static final int LONGEST_THING = 3;
    private static final int LONGEST_THING_UNSPACED = 8;

    private final SaidRows rows;

    Swapped(SaidRows rows) {
        this.rows = rows;
    }

    /** Whether a sentence of a model exchanges what was said. */
    boolean isToldBy(String told, LanguageProfile profile) {
        return rows.told().any(told, profile, (statement, sentence) -> {
            List<Segment> segments = rows.told(statement, sentence, profile);
            return isExchanged(SaidRows.joined(segments), SaidRows.characters(statement), profile)
                    || (segments.size() > 1
                            && segments.stream().anyMatch(segment -> isExchanged(segment, List.of(), profile)));
        });
    }

    private boolean isExchanged(Segment told, List<String> characters, LanguageProfile profile) {
        boolean named =
                told.row().size() == SaidRows.SHORT && rows.isName(told.row().get(0));
        if (told.row().size() <= SaidRows.SHORT && !named) {
            return false;
        }
        List<SaidRows.Said> all = rows.withAll(told.row());
        // Somebody may have said it in whatever order, or asked.
        if (all.size() != 1 || all.get(0).asked() || !all.get(0).profile().equals(profile)) {
            return false;
        }
        SaidRows.Said said = all.get(0);
        List<String> pair = characters.isEmpty()
                ? turned(told, said)
                : TurnedCharacters.find(characters, said.characters(), AnchorLanguage.of(profile.code()));
        List<String> moved = pair.isEmpty() ? crossed(told, said, profile) : pair;
        return !moved.isEmpty() && !mayBeSoToo(told, said) && !areSaidTogether(moved, said);
    }

    /** Whether another sentence has both of what was exchanged: "and then back from Paris to Berlin?". */
    private boolean areSaidTogether(List<String> moved, SaidRows.Said but) {
        return rows.with(moved.get(0)).stream()
                .anyMatch(said -> !said.equals(but) && said.words().containsAll(moved));
    }

    /** Whether something short behind it may say the same of another, or something put it right. */
    private boolean mayBeSoToo(Segment told, SaidRows.Said said) {
        if (rows.mayBePutRight(said)) {
            return true;
        }
        return told.row().stream()
                .flatMap(word -> rows.with(word).stream())
                .anyMatch(other -> other.isShortBehind(said));
    }

    /** The two words that stand in each other's place where it is the sentence, or a stretch of it, but for them; else nothing. */
    private static List<String> turned(Segment told, SaidRows.Said said) {
        LanguageProfile profile = said.profile();
        List<String> whole = turned(told, SaidRows.joined(said.segments()), said.segments(), profile);
        return !whole.isEmpty()
                ? whole
                : said.segments().stream()
                        .map(segment -> turned(told, segment, List.of(segment), profile))
                        .filter(pair -> !pair.isEmpty())
                        .findFirst()
                        .orElse(List.of());
    }

    private static List<String> turned(Segment told, Segment said, List<Segment> parts, LanguageProfile profile) {
        List<String> one = told.row();
        List<String> other = said.row();
        if (one.size() != other.size()) {
            return List.of();
        }
        List<Integer> differing = new ArrayList<>();
        for (int i = 0; i < one.size(); i++) {
            if (!one.get(i).equals(other.get(i))) {
                differing.add(i);
            }
        }
        if (differing.size() != 2) {
            return List.of();
        }
        int first = differing.get(0);
        int second = differing.get(1);
        boolean exchanged =
                one.get(first).equals(other.get(second)) && one.get(second).equals(other.get(first));
        boolean alike = true;
        for (int i = first; i <= second; i++) {
            alike &= told.grammar(i).equals(said.grammar(i));
        }
        // "Ana is married to Ben" says the same of both, "Ana is older than Ben" does not.
        boolean ends = first == 0
                && second == one.size() - 1
                && !profile.use(said.grammar(second)).isComparison();
        return exchanged && alike && !ends && isParted(first, second, said, parts)
                ? List.of(one.get(first), one.get(second))
                : List.of();
    }

    /** Whether more than an "and" is between two of a row: another word of content, or one of grammar. */
    private static boolean isParted(int first, int second, Segment said, List<Segment> parts) {
        int from = 0;
        for (Segment part : parts) {
            int to = from + part.row().size();
            if (first >= from && second < to) {
                return second > first + 1
                        || (!said.grammar(second).isEmpty()
                                && !said.grammar(first).equals(said.grammar(second)));
            }
            from = to;
        }
        // In different stretches they are one another's like only if each has a word of its own beside it.
        return second > first + 1;
    }

    /** What is told of the wrong one, and of whom, where it is one stretch of a sentence with a word of another that stands there beside another: Ana's allergy and Ben's. */
    private static List<String> crossed(Segment told, SaidRows.Said said, LanguageProfile profile) {
        List<Segment> segments = said.segments();
        int most = Math.min(MOST_SEGMENTS, segments.size());
        for (int i = 0; i < most; i++) {
            for (int j = 0; j < most; j++) {
                List<String> crossed = i == j ? List.of() : crossed(told, segments.get(i), segments.get(j), profile);
                if (!crossed.isEmpty()) {
                    return crossed;
                }
            }
        }
        return List.of();
    }

    private static List<String> crossed(Segment told, Segment one, Segment other, LanguageProfile profile) {
        List<String> row = told.row();
        List<String> own = one.row();
        int least = Math.min(row.size(), own.size());
        int front = 0;
        while (front < least && row.get(front).equals(own.get(front))) {
            front++;
        }
        int back = 0;
        while (back < least - front && row.get(row.size() - 1 - back).equals(own.get(own.size() - 1 - back))) {
            back++;
        }
        List<String> thing = row.subList(front, row.size() - back);
        int lost = own.size() - back - front;
        int longest = profile.isUnspaced() ? LONGEST_THING_UNSPACED : LONGEST_THING;
        if (thing.isEmpty() || lost == 0 || thing.size() > longest || lost > longest) {
            return List.of();
        }
        int at = Collections.indexOfSubList(other.row(), thing);
        if (at < 0) {
            return List.of();
        }
        boolean beside =
                front > 0 && at > 0 && own.get(front - 1).equals(other.row().get(at - 1));
        boolean alike = beside || one.grammar(front).equals(other.grammar(at));
        List<String> before = other.row().subList(0, at);
        List<String> behind = other.row().subList(at + thing.size(), other.row().size());
        List<String> rest = own.subList(own.size() - back, own.size());
        boolean same = behind.isEmpty() || behind.equals(rest);
        // "On Saturdays but not on Sundays."
        boolean but = other.denied() && !one.denied() && !told.denied() && thing.equals(other.row());
        boolean crossed = alike
                && (front == 0
                        ? before.isEmpty() && isOtherEnd(told, behind, other, rest, one)
                        : but || (same && !before.isEmpty() && isOtherFront(told, before, other, front, one, profile)));
        List<String> moved = new ArrayList<>(thing);
        moved.add(front == 0 ? row.get(row.size() - 1) : row.get(0));
        return crossed ? moved : List.of();
    }

    /** "Tom the stove": the stove is to Tom what the tent is to Mia, who carries it. */
    private static boolean isOtherEnd(
            Segment told, List<String> behind, Segment other, List<String> rest, Segment one) {
        if (behind.isEmpty() || rest.isEmpty() || behind.equals(rest)) {
            return false;
        }
        int last = other.row().size() - 1;
        return !told.row().contains(other.row().get(last))
                && one.grammar(one.row().size() - 1).equals(other.grammar(last));
    }

    /** "Ben to shellfish": Ben stands there as Ana stands in front of hers. */
    private static boolean isOtherFront(
            Segment told, List<String> before, Segment other, int front, Segment one, LanguageProfile profile) {
        String first = before.get(0);
        if (told.row().contains(first) || profile.use(first).isTime()) {
            return false;
        }
        for (int i = 0; i < front; i++) {
            if (one.grammar(i).equals(other.grammar(0))
                    && !before.contains(one.row().get(i))) {
                return true;
            }
        }
        return false;
    }
}
