package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomScanner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ties sentences that must not be shown without one another, by three laws that hold in any language.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>a question gets the sentence that answers it ({@link Exchanges});
 *   <li>backward: a sentence of hardly a word needs what another speaker's message before it says of the same value, or the question that it
 *       follows, or else the sentence before it in its own message;
 *   <li>forward: if a later sentence gives another value of the same kind in mostly the same words, a state with the older one has the newer
 *       one, too.
 * </ol>
 *
 * <p>Linear: each term remembers the last few sentences only. <em>Does nothing when</em> a sentence is found text or was written by a model. Nothing
 * is taken out. <em>Threads</em>: not thread-safe; lives for one run.
 *
 * @see Exchanges
 * @see Heads
 */
final class Ties {
    /** Content words of an answer that is unclear without its question: "Yes, both." */
    private static final int SHORT_ANSWER = 2;
    /** Content words of a sentence that is unclear without the one before it: "Definitely." */
    private static final int LONE = 1;
    /** Terms that two sentences about the same thing share at least. */
    private static final int SHARED = 2;

    /** Sentences with values that each term remembers, the latest ones; a bound on time. */
    private static final int REMEMBERED = 6;

    /** The last sentences with values of a kind, by their terms, the latest first. */
    private final Map<AnchorType, Map<Integer, List<Valued>>> byTerm = new EnumMap<>(AnchorType.class);

    /** A sentence with values of one kind. */
    private static final class Valued {
        private final Unit unit;
        /** The terms of what it is about, ascending, each once. */
        private final int[] matter;

        private final Set<String> values;

        private Valued(Unit unit, int[] matter, Set<String> values) {
            this.unit = unit;
            this.matter = matter;
            this.values = values;
        }

        /** True if {@code newer} is mostly about the same matter and has other values. */
        private boolean isReplacedBy(Valued newer) {
            int shared = 0;
            for (int term : matter) {
                shared += Arrays.binarySearch(newer.matter, term) >= 0 ? 1 : 0;
            }
            return shared >= SHARED
                    && 2 * shared >= matter.length
                    && !newer.values.containsAll(values)
                    && !values.containsAll(newer.values);
        }
    }

    /** Ties the units, which are in the order of the chat and have their terms. */
    void tie(List<Unit> units) {
        Exchanges.tie(units);
        Unit before = null;
        for (Unit unit : units) {
            if (!unit.isSpeech() || unit.from == Unit.From.WRITTEN) {
                continue;
            }
            if (before != null && unit.from != Unit.From.QUOTE) {
                tieBack(unit, before, units);
            }
            if (!unit.question && IntStream.range(0, unit.words.size()).anyMatch(unit::isLiteral)) {
                tieForward(unit);
            }
            before = unit;
        }
    }

    /**
     * Ties a unit to what it is unclear without.
     *
     * @param before the speech before it, of any message
     * @param units all units; {@link Unit#order} is their place
     */
    private static void tieBack(Unit unit, Unit before, List<Unit> units) {
        boolean answers = unit.opensMessage && !unit.question && !before.speaker.equals(unit.speaker);
        Unit asked = answers ? asked(unit, before, units) : null;
        boolean continues = before.message == unit.message && before.ended && " ".equals(unit.joint);
        if (asked != null) {
            unit.needs = asked;
        } else if (continues && unit.content <= LONE && !unit.hasValue) {
            unit.needs = before;
        }
    }

    /** The sentence of another speaker's message that a short opening answers: one with its value, else the last one if it asks. */
    private static @Nullable Unit asked(Unit opening, Unit last, List<Unit> units) {
        Set<String> values = opening.content > SHORT_ANSWER ? Set.of() : opening.values();
        for (int i = last.order; !values.isEmpty() && i >= 0 && units.get(i).message == last.message; i--) {
            if (units.get(i).isSpeech()
                    && !Collections.disjoint(values, units.get(i).values())) {
                return units.get(i);
            }
        }
        return last.question && opening.content <= SHORT_ANSWER ? last : null;
    }

    /** Finds the sentence whose value the unit replaces, and ties that one to the unit; then remembers the unit. */
    private void tieForward(Unit unit) {
        IntStream.Builder terms = IntStream.builder();
        unit.forEachTerm(unit::tellsMatter, terms::add);
        int[] matter = terms.build().sorted().distinct().toArray();
        if (matter.length < SHARED) {
            return;
        }
        Map<AnchorType, Set<String>> values = new HashMap<>();
        for (Atom atom : AtomScanner.scan(unit.text, unit.profile)) {
            if (!atom.weak() && atom.type() != AnchorType.NAME && atom.type() != AnchorType.CODE) {
                values.computeIfAbsent(atom.type(), type -> new HashSet<>()).addAll(atom.keys(unit.profile));
            }
        }
        values.forEach((type, keys) -> {
            Map<Integer, List<Valued>> known = byTerm.computeIfAbsent(type, key -> new HashMap<>());
            Valued valued = new Valued(unit, matter, keys);
            Unit older = replacedBy(valued, known);
            if (older != null) {
                older.newer = unit;
            }
            remember(valued, known);
        });
    }

    private static void remember(Valued valued, Map<Integer, List<Valued>> known) {
        for (int term : valued.matter) {
            List<Valued> last = known.computeIfAbsent(term, key -> new ArrayList<>(REMEMBERED + 1));
            last.add(0, valued);
            if (last.size() > REMEMBERED) {
                last.remove(REMEMBERED);
            }
        }
    }

    /** The last sentence that gave another value of the kind in mostly the same words. */
    private static @Nullable Unit replacedBy(Valued newer, Map<Integer, List<Valued>> known) {
        Unit last = null;
        for (int term : newer.matter) {
            List<Valued> remembered = known.get(term);
            for (int i = 0; remembered != null && i < remembered.size(); i++) {
                Valued older = remembered.get(i);
                boolean later = last == null || older.unit.order > last.order;
                // A list gives many values in a row, none of which is new.
                boolean apart = older.unit.message != newer.unit.message;
                if (later && apart && older.isReplacedBy(newer)) {
                    last = older.unit;
                }
            }
        }
        return last;
    }
}
