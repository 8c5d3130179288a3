package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.value.OutdatedIndex;
import io.github.sessioncompression.value.OutdatedValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values that were given anew, to be kept out of what a model tells in its own words. Immutable. */
final class OutdatedValues {
    /** Values that nothing else gives: whoever tells them of the same, in however few words, tells the old. */
    private final OutdatedIndex nowhere;

    private final OutdatedIndex elsewhere;

    private OutdatedValues(List<OutdatedValue> nowhere, List<OutdatedValue> elsewhere) {
        this.nowhere = new OutdatedIndex(nowhere);
        this.elsewhere = new OutdatedIndex(elsewhere);
    }

    /** Those of messages and of the state before them, without what somebody goes on saying of the same. */
    static OutdatedValues of(AnchorReading reading, @Nullable StateDocument previous) {
        List<OutdatedValue> outdated = new ArrayList<>(reading.saidAnew().outdated(previous));
        outdated.addAll(reading.righted());
        if (outdated.isEmpty()) {
            return new OutdatedValues(List.of(), List.of());
        }
        List<Anchor> held = new ArrayList<>(reading.anchors());
        if (previous != null) {
            held.addAll(reading.saidAnew().holding(Anchors.in(previous).all()));
        }
        AnchorLanguage language = outdated.get(0).language();
        Set<String> given = new HashSet<>();
        Set<String> sentences = new HashSet<>();
        for (Anchor anchor : held) {
            if (anchor.type().isAtom()) {
                given.addAll(AtomKeys.of(anchor.type(), anchor.text(), language));
                sentences.add(anchor.sentence());
            }
        }
        OutdatedIndex index = new OutdatedIndex(outdated);
        Set<OutdatedValue> told = new HashSet<>();
        sentences.forEach(sentence -> told.addAll(index.toldBy(sentence)));
        List<OutdatedValue> nowhere = new ArrayList<>();
        List<OutdatedValue> elsewhere = new ArrayList<>();
        for (OutdatedValue value : outdated) {
            if (Collections.disjoint(given, value.before())) {
                nowhere.add(value);
            } else if (!told.contains(value)) {
                elsewhere.add(value);
            }
        }
        return new OutdatedValues(nowhere, elsewhere);
    }

    /** Whether a sentence gives one of them, be it to say that it holds no longer. */
    boolean areNamedBy(String sentence) {
        return nowhere.isNamedBy(sentence) || elsewhere.isNamedBy(sentence);
    }

    /** Whether a sentence tells one of them. */
    boolean areToldBy(String sentence) {
        return nowhere.isHintedAtBy(sentence) || elsewhere.isToldBy(sentence);
    }
}
