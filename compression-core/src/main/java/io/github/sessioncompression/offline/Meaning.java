package io.github.sessioncompression.offline;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.RuleTalk;
import io.github.sessioncompression.anchor.ShortRejected;
import io.github.sessioncompression.survival.Senses;
import io.github.sessioncompression.value.ValueTalk;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a sentence is and says by its phrases, of whatever language. Immutable.
 *
 * @param types what it is: a decision, a constraint and so on
 * @param defers whether it puts an answer off: "let me check"
 * @param labelled whether a label says that it matters, in front of it or of its line: "Important: …"
 * @param label that label, as it was written, if a note needs it; else empty
 * @param rules what it says about rules: of a sentence and a rule about what that names both
 * @param values what it says of values that hold; {@code null} for nothing
 * @param stands whether it leaves standing what was said before, though it may speak of a change: it denies one, or doubts
 * @param changes whether it says that something is otherwise now
 * @param wrong what it says is wrong by its number alone; {@code null} for nothing
 */
record Meaning(
        Set<AnchorType> types,
        boolean defers,
        boolean labelled,
        String label,
        List<RuleTalk> rules,
        @Nullable ValueTalk values,
        boolean stands,
        boolean changes,
        @Nullable ShortRejected wrong) {
    /** Of what nobody says. */
    static final Meaning NONE = new Meaning(Set.of(), false, false, "", List.of(), null, false, false, null);

    /** What is read from it, behind a label. */
    static Meaning of(Senses.Sense sense, String label) {
        return new Meaning(
                sense.types(),
                sense.defers(),
                sense.labelled(),
                label,
                sense.rule() == null ? List.of() : List.of(sense.rule()),
                sense.values(),
                sense.stands(),
                sense.changes(),
                sense.wrong());
    }

    /** Of a sentence and what goes on in another; of two that speak of values none holds. */
    Meaning and(Meaning next) {
        return new Meaning(
                both(next),
                defers || next.defers,
                labelled,
                label,
                Stream.of(rules, next.rules).flatMap(List::stream).toList(),
                values == null ? next.values : next.values == null ? values : null,
                stands || next.stands,
                changes || next.changes,
                wrong);
    }

    /** Of a sentence and a rule behind it. */
    Meaning ruledBy(Meaning rule) {
        return new Meaning(both(rule), defers, labelled, label, rules, values, stands, changes, wrong);
    }

    private Set<AnchorType> both(Meaning other) {
        Set<AnchorType> both = new HashSet<>(types);
        both.addAll(other.types);
        return both;
    }
}
