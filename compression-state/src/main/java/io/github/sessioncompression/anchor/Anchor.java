package io.github.sessioncompression.anchor;

import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateItem;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sentence that must not be lost, verbatim. Immutable.
 *
 * @param type the weightiest of its contents: a statement, else a value
 * @param speaker the label of its author; not blank
 * @param date the day of its message (UTC); {@code null} if it is not known
 * @param sentence the sentence; not blank
 * @param sources the sequence numbers of the messages that it may come from; empty if they are not known
 * @param origin its author
 */
public record Anchor(
        AnchorType type,
        String speaker,
        @Nullable LocalDate date,
        String sentence,
        List<Long> sources,
        StateItem.Origin origin) {
    /** The sequence number of its message, of several the first; 0 if it is not known. */
    public long source() {
        return sources.isEmpty() ? 0 : sources.get(0);
    }

    /** The entry that quotes it in a state. */
    public StateItem item() {
        String text = new EntryLabel(speaker, date, sentence).write();
        return new StateItem(text, type.kind(), sources, origin, StateItem.Writer.RULES);
    }
}
