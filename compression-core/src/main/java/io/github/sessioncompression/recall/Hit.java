package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Role;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message that a search has found.
 *
 * @param sequence its place in the transcript, 1 or more
 * @param role who it is from
 * @param name the speaker's name, or for a tool result the tool's; {@code null} if none is known
 * @param timestamp when it was said; {@code null} if that is not known
 * @param segment the id of the {@link Segment} that it is in
 * @param excerpt the message, or where it is longer than asked for the part of it that answers best; an ellipsis marks where it was cut
 * @param score how well it fits, more than 0; comparable among the hits of one search only
 */
public record Hit(
        long sequence,
        Role role,
        @Nullable String name,
        @Nullable Instant timestamp,
        String segment,
        String excerpt,
        double score) {
    /** Checks that what must be there is there. */
    public Hit {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(segment, "segment");
        Objects.requireNonNull(excerpt, "excerpt");
    }
}
