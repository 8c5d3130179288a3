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
 * answer off. What a correction puts right is no anchor any more. Deterministic; the work grows with the text. Immutable.
 *
 * @param all the anchors, in the order in which they were said
 * @param superseded how many were left out because a later one corrects them
 */
public record Anchors(List<Anchor> all, int superseded) {
    /** The longest text of a tool's result whose values are read, in characters. */
    public static final int LONGEST_RESULT = Readings.LONGEST_RESULT;

    /** Copies the anchors. */
    public Anchors {
        all = List.copyOf(all);
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
}
