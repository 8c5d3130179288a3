package io.github.sessioncompression.anchor;

import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values that were given anew, to be kept out of what a model tells in its own words. Immutable. */
final class OutdatedValues {
    /** Values that nothing else gives: whoever tells them of the same, in however few words, tells the old. */
    private final List<ValueTalk.Outdated> nowhere = new ArrayList<>();

    private final List<ValueTalk.Outdated> elsewhere = new ArrayList<>();

    private OutdatedValues() {}

    /** Those of messages and of the state before them, without what somebody goes on saying of the same. */
    static OutdatedValues of(AnchorReading reading, @Nullable StateDocument previous) {
        OutdatedValues values = new OutdatedValues();
        List<Anchor> before =
                previous == null ? List.of() : Anchors.in(previous).all();
        List<ValueTalk.Outdated> outdated = reading.saidAnew().outdated(previous);
        if (outdated.isEmpty()) {
            return values;
        }
        Map<String, List<String>> sentences = new HashMap<>();
        List<Anchor> held = new ArrayList<>(reading.anchors().all());
        held.addAll(reading.saidAnew().holding(before));
        for (Anchor anchor : held) {
            AnchorLanguage language = outdated.get(0).language();
            for (String key :
                    anchor.type().isAtom() ? AtomKeys.of(anchor.type(), anchor.text(), language) : List.<String>of()) {
                sentences.computeIfAbsent(key, first -> new ArrayList<>(1)).add(anchor.sentence());
            }
        }
        for (ValueTalk.Outdated value : outdated) {
            List<String> others = new ArrayList<>();
            value.before().forEach(key -> others.addAll(sentences.getOrDefault(key, List.of())));
            if (others.isEmpty()) {
                values.nowhere.add(value);
            } else if (others.stream().noneMatch(value::isToldBy)) {
                values.elsewhere.add(value);
            }
        }
        return values;
    }

    /** Whether a sentence tells one of them. */
    boolean areToldBy(String sentence) {
        return nowhere.stream().anyMatch(value -> value.isHintedAtBy(sentence))
                || elsewhere.stream().anyMatch(value -> value.isToldBy(sentence));
    }
}
