package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that a search has found.
 *
 * @param sequence its sequence number, 1 or more
 * @param name the speaker's name, or for a tool result the tool's; {@code null} if unknown
 * @param timestamp its time; {@code null} if unknown
 * @param segment the id of its {@link Segment}
 * @param excerpt the message, or the part that answers best, with an ellipsis if it was cut
 * @param score more than 0; comparable among the hits of one search only
 */
public record Hit(
        long sequence,
        Role role,
        @Nullable String name,
        @Nullable Instant timestamp,
        String segment,
        String excerpt,
        double score) {
    /** This hit with another {@link #excerpt()}. */
    public Hit withExcerpt(String newExcerpt) {
        return new Hit(sequence, role, name, timestamp, segment, newExcerpt, score);
    }
}
