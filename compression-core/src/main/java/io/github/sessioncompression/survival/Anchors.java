package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import java.util.List;

/**
 * The anchors of a span of messages, or of a state.
 *
 * <p>Found by rules: phrases of ten languages for statements, and the way values are written for atoms; in any other language the atoms
 * alone. People make rules and decisions: of a tool's result, and of {@linkplain FoundText found text} in a message, errors and atoms
 * are read and nothing else. A result of more than {@value #LONGEST_RESULT} characters is data, whose values are not read.
 *
 * <p>A question is one only as long as nobody has answered it: the next thing another speaker states closes it, unless that puts the
 * answer off. What a correction puts right is no anchor any more. Deterministic; the work grows with the text. What they are does
 * not change; they remember how they were read for a check, so they are not to be shared between threads.
 */
public final class Anchors {
    /** The longest text of a tool's result whose values are read, in characters. */
    public static final int LONGEST_RESULT = Readings.LONGEST_RESULT;

    private final List<Anchor> all;
    private final int superseded;
    private final AnchorTexts texts = new AnchorTexts();

    Anchors(List<Anchor> all, int superseded) {
        this.all = List.copyOf(all);
        this.superseded = superseded;
    }

    /** Those of messages, in the order of their sequence numbers. */
    public static Anchors in(List<Entry> span) {
        return of(AnchorReading.of(List.of(), span, new Readings()));
    }

    /** Those of a state's items; an item's first source is the anchors' source, 0 if it names none. */
    public static Anchors in(StateDocument state) {
        return new Anchors(StateAnchors.of(state), 0);
    }

    static Anchors of(AnchorReading reading) {
        return new Anchors(reading.anchors(), reading.superseded());
    }

    /** The anchors, in the order in which they were said. */
    public List<Anchor> all() {
        return all;
    }

    /** How many were left out because a later one corrects them. */
    public int superseded() {
        return superseded;
    }

    /** What their texts say. */
    AnchorTexts texts() {
        return texts;
    }
}
