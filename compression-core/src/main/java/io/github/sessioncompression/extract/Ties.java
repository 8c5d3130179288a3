package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomScanner;
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
 * <p>A question needs the sentence that answers it ({@link Exchanges}).
 * Backward: a sentence of hardly a word needs what another speaker's message before it says of the same value, or the question that it follows, or
 * else the sentence before it in its own message.
 * Forward: if a later sentence gives another value of the same kind in mostly the same words, a state with the older one has the newer one,
 * too. Nothing is taken out. Linear: each term remembers the last few sentences only.
 */
final class Ties {
    private static final int SHORT_ANSWER = 2;
    private static final int LONE = 1;
    /** Terms that two sentences about the same thing share at least. */
    private static final int SHARED = 2;

    private static final int REMEMBERED = 6;

    private static final Valued[][] NONE = {};

    /** The last sentences with values of a kind, by their terms, the latest first. */
    private final Map<AnchorType, @Nullable Valued[][]> byTerm = new EnumMap<>(AnchorType.class);

    /** A sentence with values of one kind. */
    private static final class Valued {
        private final Unit unit;
        /** Its terms, ascending, each once. */
        private final int[] matter;

        private final Set<String> values;
        /** The sentence that it was compared with last. */
        private @Nullable Valued compared;

        private Valued(Unit unit, int[] matter, Set<String> values) {
            this.unit = unit;
            this.matter = matter;
            this.values = values;
        }

        private boolean isSameMatter(Valued newer) {
            int shared = 0;
            int at = 0;
            for (int term : matter) {
                while (at < newer.matter.length && newer.matter[at] < term) {
                    at++;
                }
                shared += at < newer.matter.length && newer.matter[at] == term ? 1 : 0;
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
            if (unit.from != Unit.From.QUOTE) {
                Unit asked =
                        before != null && unit.opensMessage && !unit.question && !before.speaker.equals(unit.speaker)
                                ? asked(unit, before, units)
                                : null;
                if (asked != null) {
                    unit.needs = asked;
                } else if (before != null
                        && before.message == unit.message
                        && before.ended
                        && " ".equals(unit.joint)
                        && unit.content <= LONE
                        && !unit.hasValue) {
                    unit.needs = before;
                }
            }
            if (!unit.question && IntStream.range(0, unit.words.size()).anyMatch(unit::isLiteral)) {
                tieForward(unit);
            }
            before = unit;
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

    private void tieForward(Unit unit) {
        int[] matter = matter(unit);
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
            Valued valued = new Valued(unit, matter, keys);
            Unit older = older(type, valued);
            if (older != null) {
                older.newer = unit;
            }
            remember(type, valued);
        });
    }

    private void remember(AnchorType type, Valued valued) {
        int most = valued.matter[valued.matter.length - 1];
        @Nullable Valued[][] known = byTerm.getOrDefault(type, NONE);
        if (most >= known.length) {
            known = Arrays.copyOf(known, 2 * most + 1);
            byTerm.put(type, known);
        }
        for (int term : valued.matter) {
            Valued[] last = known[term] == null ? new Valued[REMEMBERED] : known[term];
            System.arraycopy(last, 0, last, 1, REMEMBERED - 1);
            last[0] = valued;
            known[term] = last;
        }
    }

    /** The last sentence that gave another value of the kind in mostly the same words. */
    private @Nullable Unit older(AnchorType type, Valued newer) {
        Valued best = null;
        Valued[][] known = byTerm.getOrDefault(type, NONE);
        for (int term : newer.matter) {
            Valued[] last = term < known.length ? known[term] : null;
            for (int i = 0; last != null && i < REMEMBERED && last[i] != null; i++) {
                Valued older = last[i];
                boolean later = best == null || older.unit.order > best.unit.order;
                // A list gives many values in a row, none of which is new.
                boolean apart = older.unit.message != newer.unit.message;
                if (later && apart && older.compared != newer) {
                    older.compared = newer;
                    best = older.isSameMatter(newer) ? older : best;
                }
            }
        }
        return best == null ? null : best.unit;
    }

    private static int[] matter(Unit unit) {
        IntStream.Builder matter = IntStream.builder();
        for (int i = 0; i < unit.wordTerms.length; i++) {
            if (unit.tellsMatter(i)) {
                for (int term : unit.wordTerms[i]) {
                    matter.add(term);
                }
            }
        }
        return matter.build().sorted().distinct().toArray();
    }
}
