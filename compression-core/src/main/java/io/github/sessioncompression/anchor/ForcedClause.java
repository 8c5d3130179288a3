package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Stems;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A clause parted into what it speaks of and how much it says of it: "visitors must not enter" speaks of visitors that enter. Immutable.
 *
 * @param matter its words of content by their stems, in their order, those of its force left out
 * @param forces what the others make of it
 * @param polarity whether it says that something is so
 * @param conditional whether it holds on a condition that its sentence names
 * @param asks whether it may ask the other for something: "you can water the plants"
 * @param unsure whether it is said as what may be or as somebody else's word
 * @param refers whether a word in it stands for whom or what was named before
 * @param self whether a word in it is the speaker, who does or is something
 */
public record ForcedClause(
        Set<String> matter,
        Set<Force> forces,
        SaidPart.Polarity polarity,
        boolean conditional,
        boolean asks,
        boolean unsure,
        boolean refers,
        boolean self) {
    /** Languages in which the word for "if" means nothing else inside a clause. */
    private static final Set<String> IF_INSIDE = Set.of("en", "es", "it");

    private static final int SHORTEST_CONSEQUENCE = 2;
    private static final int SHORTEST_PART = 3;

    /** Copies the forces. */
    public ForcedClause {
        forces = Set.copyOf(forces);
    }

    /** What a clause asks of somebody, or leaves to him. */
    public enum Stance {
        /** It is so. */
        YES,
        /** It is not so. */
        NO,
        MUST,
        NEEDS,
        SHOULD,
        MAY,
        /** It must not be so. */
        BARRED,
        /** It should not be so. */
        AGAINST,
        /** It need not be so. */
        FREE,
        /** Whatever else it may be. */
        OPEN;

        /** Whether two clauses about the same cannot both be meant; that it is so and that it is not is left to those who compare polarities. */
        public boolean clashes(Stance other) {
            return this != other && this != OPEN && other != OPEN && !goesWith(other) && !other.goesWith(this);
        }

        private boolean goesWith(Stance other) {
            return switch (this) {
                case YES -> other == NO || other == MUST || other == NEEDS || other == SHOULD || other == MAY;
                case NO -> other == BARRED || other == AGAINST;
                case NEEDS -> other == MUST || other == SHOULD;
                case AGAINST -> other == BARRED;
                case FREE -> other == YES || other == NO || other == MAY;
                default -> false;
            };
        }
    }

    /** The clauses of a sentence; behind them what stands between an "and", and what holds on its condition where nothing parts the two: "if it rains we stay in". */
    static List<ForcedClause> of(Statement statement, List<TalkClause> clauses, LanguageProfile profile, Stems stems) {
        AnchorLanguage language = statement.language();
        List<ForceReading> readings = new ArrayList<>(clauses.size());
        int condition = -1;
        for (TalkClause clause : clauses) {
            ForceReading reading = ForceReading.of(clause.words(), language, profile);
            boolean own = reading.conditionAt() >= 0 && !reading.speaksToOther() && !statement.gives("no-unsure");
            condition = own && condition < 0 ? readings.size() : condition;
            readings.add(reading);
        }
        int on = condition < 0 ? -1 : consequence(readings, condition, language);
        List<ForcedClause> all = new ArrayList<>(readings.size());
        boolean perhaps = false;
        for (int i = 0; i < readings.size(); i++) {
            ForcedClause clause = of(readings.get(i), i == on && readings.get(i).conditionAt() < 0, stems);
            // "Perhaps, we rent skis."
            all.add(perhaps ? clause.and(Force.PERHAPS) : clause);
            perhaps = clause.matter.isEmpty() && clause.is(Force.PERHAPS);
        }
        if (!language.isUnspaced()) {
            readings.forEach(reading -> addParts(reading, language, profile, stems, all));
        }
        if (condition >= 0 && !language.isUnspaced()) {
            addConsequences(readings.get(condition), readings.size() == 1, language, profile, stems, all);
        }
        return all;
    }

    /** The place of the clause that holds on the condition of another: the one behind it, of the last one the one before. */
    private static int consequence(List<ForceReading> readings, int condition, AnchorLanguage language) {
        ForceReading of = readings.get(condition);
        boolean but =
                of.conditionAt() == 1 && language.has("contrast", of.words().get(0));
        if (but && condition == readings.size() - 1) {
            return condition - 1;
        }
        boolean joined = of.conditionAt() == 1 && language.has("and", of.words().get(0));
        boolean opens = of.conditionAt() == 0 || joined || language.isUnspaced();
        boolean last = condition == readings.size() - 1;
        return !opens ? -1 : last && !joined ? condition - 1 : condition + 1;
    }

    private static ForcedClause of(ForceReading reading, boolean conditional, Stems stems) {
        SaidPart rest = reading.rest();
        boolean asks = reading.speaksToOther()
                && reading.forces().contains(Force.MAY)
                && rest.polarity() == SaidPart.Polarity.YES;
        return new ForcedClause(
                rest.matter(reading.language(), "bare", stems),
                reading.forces(),
                rest.polarity(),
                conditional,
                asks,
                reading.unsure(),
                reading.refers(),
                reading.self());
    }

    /** What stands between its "and", where it says by itself what must, may or should be: "he should drink and must walk". */
    private static void addParts(
            ForceReading reading,
            AnchorLanguage language,
            LanguageProfile profile,
            Stems stems,
            List<ForcedClause> into) {
        List<String> words = reading.words();
        int from = 0;
        for (int i = 0; i <= words.size(); i++) {
            if (i < words.size() && !language.has("and", words.get(i))) {
                continue;
            }
            if (i - from < words.size() && i - from >= SHORTEST_PART) {
                ForcedClause part = of(ForceReading.of(words.subList(from, i), language, profile), false, stems);
                boolean modal = part.stance() != Stance.YES && part.stance() != Stance.NO;
                if (modal && part.matter.size() >= SHORTEST_CONSEQUENCE) {
                    into.add(part);
                }
            }
            from = i + 1;
        }
    }

    private static void addConsequences(
            ForceReading reading,
            boolean alone,
            AnchorLanguage language,
            LanguageProfile profile,
            Stems stems,
            List<ForcedClause> into) {
        int at = reading.conditionAt();
        List<String> words = reading.words();
        if (at > 0 && IF_INSIDE.contains(language.code())) {
            List<String> front = words.subList(0, at);
            if (!language.cues().holds(language.cues().cuesIn(front), "unsure")) {
                addConsequence(front, language, profile, stems, into);
            }
        } else if (at == 0 && alone) {
            for (int from = 2; from < words.size(); from++) {
                if (profile.use(words.get(from)).opensClause()) {
                    addConsequence(words.subList(from, words.size()), language, profile, stems, into);
                }
            }
        }
    }

    private static void addConsequence(
            List<String> words,
            AnchorLanguage language,
            LanguageProfile profile,
            Stems stems,
            List<ForcedClause> into) {
        ForcedClause clause = of(ForceReading.of(words, language, profile), true, stems);
        if (clause.matter.size() >= SHORTEST_CONSEQUENCE) {
            into.add(clause);
        }
    }

    /** What it asks of somebody. */
    public Stance stance() {
        EnumSet<Force> modal = EnumSet.noneOf(Force.class);
        modal.addAll(forces);
        modal.retainAll(EnumSet.range(Force.MUST, Force.FREE));
        if (modal.size() > 1) {
            modal.remove(Force.NEEDS);
        }
        if (modal.contains(Force.MUST)) {
            modal.remove(Force.HAS_TO);
        }
        if (modal.size() > 1 || polarity == SaidPart.Polarity.OPEN || asks || is(Force.PERHAPS)) {
            return Stance.OPEN;
        }
        boolean no = polarity == SaidPart.Polarity.NO;
        if (modal.isEmpty()) {
            return no ? Stance.NO : Stance.YES;
        }
        return switch (modal.iterator().next()) {
            case MUST -> no ? Stance.BARRED : Stance.MUST;
            case HAS_TO -> no ? Stance.FREE : Stance.MUST;
            case NEEDS -> no ? Stance.FREE : Stance.NEEDS;
            case SHOULD -> no ? Stance.AGAINST : Stance.SHOULD;
            case MAY -> no ? Stance.BARRED : Stance.MAY;
            case BARRED -> no ? Stance.OPEN : Stance.BARRED;
            default -> no ? Stance.MUST : Stance.FREE;
        };
    }

    /** Whether it says of several things different ones, each of which has a clause of its own: "he should drink and must walk". */
    public boolean isMixed() {
        EnumSet<Force> modal = EnumSet.range(Force.MUST, Force.FREE);
        modal.retainAll(forces);
        return modal.size() > 1 && is(Force.AND);
    }

    private ForcedClause and(Force force) {
        Set<Force> more = EnumSet.of(force);
        more.addAll(forces);
        return new ForcedClause(matter, more, polarity, conditional, asks, unsure, refers, self);
    }

    /** The same of other matter. */
    public ForcedClause of(Set<String> other) {
        return new ForcedClause(other, forces, polarity, conditional, asks, unsure, refers, self);
    }

    /** Whether it has a force. */
    public boolean is(Force force) {
        return forces.contains(force);
    }
}
