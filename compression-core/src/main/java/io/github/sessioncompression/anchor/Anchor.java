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
 * @param sources the sequence numbers of the messages that it may come from, several if it stood in a state's item of several; none if
 *     that is not known
 * @param origin who said it
 * @param supersedes the sequence number of the message that a correction corrects; 0 if it is none or that is not known
 */
public record Anchor(
        AnchorType type, String text, String sentence, List<Long> sources, StateItem.Origin origin, long supersedes) {
    /** One that stands in a message, {@code source} its sequence number, 0 if that is not known. */
    public Anchor(
            AnchorType type, String text, String sentence, long source, StateItem.Origin origin, long supersedes) {
        this(type, text, sentence, source == 0 ? List.of() : List.of(source), origin, supersedes);
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a source or {@code supersedes} is below 0 or {@code text} blank
     */
    public Anchor {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(sentence, "sentence");
        Objects.requireNonNull(origin, "origin");
        sources = List.copyOf(sources);
        if (text.isBlank()) {
            throw new IllegalArgumentException("text must not be blank");
        }
        if (supersedes < 0 || sources.stream().anyMatch(each -> each < 0)) {
            throw new IllegalArgumentException(
                    "sources and supersedes must be 0 or more, but were " + sources + " and " + supersedes);
        }
    }

    /** The sequence number of its message, of several the first; 0 if it is not known. */
    public long source() {
        return sources.isEmpty() ? 0 : sources.get(0);
    }

    /** How much it matters beside others, 1 to 100: that of its type, half of it where no person said it. */
    public int weight() {
        boolean person = origin == StateItem.Origin.USER || origin == StateItem.Origin.ASSISTANT;
        return person ? type.weight() : Math.max(1, type.weight() / 2);
    }
}
