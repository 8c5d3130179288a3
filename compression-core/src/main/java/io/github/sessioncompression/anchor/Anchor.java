package io.github.sessioncompression.anchor;

import io.github.sessioncompression.state.StateItem;
import java.util.List;
import java.util.Objects;

/**
 * Something that must never be compressed away, as it was said. Immutable, so safe for use by many threads.
 *
 * @param type what it is
 * @param text the statement, or the value alone
 * @param sentence the sentence it stands in; of a statement the statement itself
 * @param source the sequence number of its message, of several the first; 0 if it is not known
 * @param origin who said it
 * @param supersedes the sequence number of the message that a correction corrects; 0 if it is none or that is not known
 * @param sources the sequence numbers of all messages that it may come from: those of the state's item in which it stood; none if that is
 *     not known
 */
public record Anchor(
        AnchorType type,
        String text,
        String sentence,
        long source,
        StateItem.Origin origin,
        long supersedes,
        List<Long> sources) {
    /** One that stands in one message. */
    public Anchor(
            AnchorType type, String text, String sentence, long source, StateItem.Origin origin, long supersedes) {
        this(type, text, sentence, source, origin, supersedes, source == 0 ? List.of() : List.of(source));
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code source} or {@code supersedes} is below 0 or {@code text} blank
     */
    public Anchor {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(sentence, "sentence");
        Objects.requireNonNull(origin, "origin");
        sources = List.copyOf(sources);
        if (text.isBlank()) {
            throw new IllegalArgumentException("text must not be blank");
        }
        if (source < 0 || supersedes < 0) {
            throw new IllegalArgumentException(
                    "source and supersedes must be 0 or more, but were " + source + " and " + supersedes);
        }
    }

    /** How much it matters beside others, 1 to 100: that of its type, half of it where no person said it. */
    public int weight() {
        boolean person = origin == StateItem.Origin.USER || origin == StateItem.Origin.ASSISTANT;
        return person ? type.weight() : Math.max(1, type.weight() / 2);
    }
}
