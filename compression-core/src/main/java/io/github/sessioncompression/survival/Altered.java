package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Force;
import io.github.sessioncompression.anchor.ForcedClause;
import io.github.sessioncompression.anchor.MatterWords;
import io.github.sessioncompression.anchor.SaidPart;
import io.github.sessioncompression.anchor.Statement;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Word;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the sentences of a model that say more or less than was said of the same: "may" for "must not", "all" for "some", "at most 5" for
 * "at least 5", that it is done for that it will be, that it is so for that it may be, or is on a condition.
 *
 * <p>Clause is held against clause, as {@link Opposites} does. One is altered only if its words of content are the very same and nothing
 * that was said with these words, asked or left open among them, goes with it. In other languages than the ten that have words for this nothing is altered. Linear.
 * Not thread-safe; lives for one compilation.
 */
final class Altered {
    /** Words of content in a clause that says enough to be held against another. */
    private static final int FEWEST = 2;

    /** Clauses back to which a "she" may reach. */
    private static final int MOST_BEFORE = 6;

    private static final List<Set<Force>> SCALES = List.of(
            EnumSet.range(Force.ALWAYS, Force.NEVER),
            EnumSet.range(Force.ALL, Force.SOME),
            EnumSet.of(Force.UP, Force.DOWN),
            EnumSet.of(Force.BEFORE, Force.AFTER));

    private final LatestByWords<Said> latest = new LatestByWords<>();
    /** The words of content of the clauses said last, by whomever. */
    private final Deque<Set<String>> before = new ArrayDeque<>();
    /** The place of the last message that says that something is done. */
    private int done;

    private final Hearing hearing;

    /**
     * A clause that somebody said.
     *
     * @param meant whom or what it may mean by "she" or "it"; nothing if it has no such word
     * @param asked whether it is a question
     * @param unsure whether it is said as what may be, or as somebody else's word
     */
    private record Said(ForcedClause clause, Set<String> meant, boolean asked, boolean unsure, int turn) {}

    private Altered(Hearing hearing) {
        this.hearing = hearing;
    }

    /** Knows what was said. */
    static Altered of(Hearing hearing) {
        Altered altered = new Altered(hearing);
        altered.done = hearing.lastResult();
        hearing.tell(altered::hear);
        return altered;
    }

    private void hear(Hearing.Heard heard) {
        Statement statement = heard.statement();
        List<ForcedClause> clauses = heard.clauses().forced();
        boolean unsure = clauses.stream().anyMatch(ForcedClause::unsure) && !statement.gives("no-unsure");
        List<Word> words = heard.words().words();
        boolean says = heard.profile().hasCue("done", words, 0, words.size());
        Set<String> whole = new HashSet<>();
        int several = 0;
        for (ForcedClause clause : clauses) {
            says |= clause.is(Force.DONE) && clause.matter().size() < FEWEST;
            if (!clause.matter().isEmpty()) {
                Set<String> meant = new HashSet<>();
                if (clause.refers()) {
                    before.forEach(meant::addAll);
                }
                Said said = new Said(clause, meant, statement.question(), unsure, heard.turn());
                latest.add(clause.matter(), said);
                if (clause.self()) {
                    addOf(heard, said);
                }
                before.addLast(clause.matter());
                if (before.size() > MOST_BEFORE) {
                    before.removeFirst();
                }
                whole.addAll(clause.matter());
                several += clause.matter().size() < FEWEST ? 0 : 1;
            }
        }
        done = says ? Math.max(done, heard.turn()) : done;
        if (several > 1 && clauses.stream().noneMatch(ForcedClause::conditional)) {
            // What is said by several clauses together may be anything.
            ForcedClause all =
                    new ForcedClause(whole, Set.of(), SaidPart.Polarity.OPEN, false, false, true, false, false);
            latest.addToEach(whole, new Said(all, Set.of(), true, true, heard.turn()));
        }
    }

    /** Adds what somebody with a name says of herself as what is said of her. */
    private void addOf(Hearing.Heard heard, Said said) {
        String name =
                heard.speaker().substring(heard.speaker().indexOf(' ') + 1).toLowerCase(Locale.ROOT);
        Set<String> matter = new LinkedHashSet<>(
                name.isEmpty()
                        ? Set.of()
                        : MatterWords.of(
                                List.of(name), heard.statement().language(), "bare", hearing.stems(heard.profile())));
        matter.addAll(said.clause().matter());
        if (matter.size() > said.clause().matter().size()) {
            latest.add(
                    matter, new Said(said.clause().of(matter), said.meant(), said.asked(), said.unsure(), said.turn()));
        }
    }

    /** Whether a sentence of a model says more or less than was said. */
    boolean isToldBy(String told, LanguageProfile profile) {
        return hearing.told().any(told, profile, (statement, sentence) -> {
            List<ForcedClause> clauses =
                    hearing.clauses(statement, sentence, profile).forced();
            return clauses.stream().anyMatch(clause -> isAltered(clause, hasCondition(clauses, clause)));
        });
    }

    private boolean isAltered(ForcedClause told, boolean condition) {
        if (told.matter().size() < FEWEST || told.conditional()) {
            return false;
        }
        boolean differs =
                latest.with(told.matter()).stream().anyMatch(said -> !said.asked() && differs(said, told, condition));
        return (differs || differsByName(told, condition)) && !isSpokenFor(told, condition);
    }

    /** Whether it differs from what was said of a "he" that may be the one who is named in it. */
    private boolean differsByName(ForcedClause told, boolean condition) {
        if (told.matter().size() <= FEWEST) {
            return false;
        }
        String named = told.matter().iterator().next();
        Set<String> rest = new HashSet<>(told.matter());
        rest.remove(named);
        return latest.with(rest).stream()
                .anyMatch(said -> !said.asked() && said.meant().contains(named) && differs(said, told, condition));
    }

    /** Whether a sentence of a model names a condition: as such, or by a word of one that was said: "with a fever the doctor is called". */
    private boolean hasCondition(List<ForcedClause> clauses, ForcedClause but) {
        return clauses.stream()
                .anyMatch(clause -> clause.is(Force.IF)
                        || clause.matter().stream()
                                .filter(word -> !but.matter().contains(word))
                                .anyMatch(word -> latest.with(word).stream()
                                        .anyMatch(said -> said.clause().is(Force.IF))));
    }

    private boolean differs(Said said, ForcedClause told, boolean condition) {
        ForcedClause clause = said.clause();
        if (clause.conditional()) {
            boolean alike = told.is(Force.WILL) == clause.is(Force.WILL) || clause.is(Force.MAY);
            return !condition && !told.is(Force.PERHAPS) && alike;
        }
        if (clause.is(Force.PERHAPS) && !told.is(Force.PERHAPS)) {
            return clause.polarity() == told.polarity() && !told.is(Force.MAY);
        }
        if (said.unsure()) {
            return false;
        }
        boolean weaker = clause.stance() == ForcedClause.Stance.BARRED && told.stance() == ForcedClause.Stance.AGAINST;
        return weaker
                || clause.stance().clashes(told.stance())
                || differsByScale(clause, told)
                || differsByTime(said, told)
                || differsByJoining(clause, told);
    }

    private static boolean differsByScale(ForcedClause said, ForcedClause told) {
        if (said.polarity() == SaidPart.Polarity.OPEN || told.polarity() == SaidPart.Polarity.OPEN) {
            return false;
        }
        boolean alike = said.polarity() == told.polarity();
        for (Set<Force> scale : SCALES) {
            boolean never = scale.contains(Force.NEVER) && (said.is(Force.NEVER) || told.is(Force.NEVER));
            if (!alike && !never) {
                continue;
            }
            if (scale.contains(Force.BEFORE) && !isRow(said.matter(), told.matter())) {
                // "We eat before we swim" and "we swim after we eat" are the same.
                continue;
            }
            Set<Force> one = EnumSet.copyOf(scale);
            Set<Force> other = EnumSet.copyOf(scale);
            one.retainAll(said.forces());
            other.retainAll(told.forces());
            boolean both = !one.isEmpty() && !other.isEmpty();
            if (both && one.stream().noneMatch(other::contains)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one has the words of the other in their order, whatever it has in front of them. */
    private static boolean isRow(Set<String> said, Set<String> told) {
        List<String> whole = List.copyOf(told);
        return whole.subList(Math.max(0, whole.size() - said.size()), whole.size())
                .equals(List.copyOf(said));
    }

    private boolean differsByTime(Said said, ForcedClause told) {
        ForcedClause clause = said.clause();
        boolean never = clause.is(Force.YET)
                && !told.is(Force.YET)
                && told.polarity() == SaidPart.Polarity.NO
                && (told.is(Force.NEVER) || told.is(Force.WILL));
        boolean already = clause.is(Force.WILL)
                && told.is(Force.DONE)
                && !told.is(Force.WILL)
                && clause.polarity() == told.polarity()
                && done <= said.turn();
        return never || already;
    }

    private static boolean differsByJoining(ForcedClause said, ForcedClause told) {
        boolean or = said.is(Force.OR) && !said.is(Force.AND) && told.is(Force.AND) && !told.is(Force.OR);
        boolean and = said.is(Force.AND) && !said.is(Force.OR) && told.is(Force.OR) && !told.is(Force.AND);
        return (or || and)
                && said.polarity() == SaidPart.Polarity.YES
                && told.polarity() == SaidPart.Polarity.YES
                && !said.is(Force.MAY)
                && !told.is(Force.MAY);
    }

    /** Whether something that was said with all of its words goes with it. */
    private boolean isSpokenFor(ForcedClause told, boolean condition) {
        return latest.withRarest(told.matter()).stream()
                .filter(said -> said.clause().matter().containsAll(told.matter()))
                .anyMatch(said -> said.asked() || goesWith(said, told, condition));
    }

    private boolean goesWith(Said said, ForcedClause told, boolean condition) {
        boolean whole = said.clause().matter().size() > told.matter().size();
        boolean open =
                said.unsure() && !said.clause().conditional() && !said.clause().is(Force.PERHAPS);
        boolean iff = said.clause().is(Force.IF) && !condition;
        boolean mixed = whole && said.clause().isMixed();
        return !iff && !mixed && ((open && whole) || !differs(said, told, condition));
    }
}
