package io.github.sessioncompression.store;

import io.github.sessioncompression.state.StateDocument;
import java.time.Instant;
import java.util.Objects;

/**
 * The state that one compression wrote, in full: kept once, however many records name it.
 *
 * <p>Immutable. It covers what follows the segment before it in the record, up to and including {@code through}; a merged one
 * everything up to there.
 *
 * @param id names it within its conversation, 1 or more; get a new one from {@link #id(long, int)}
 * @param through the last sequence number it covers, 0 if the application brought it along
 * @param document what it says
 * @param createdAt when it was written
 */
public record SegmentState(long id, long through, StateDocument document, Instant createdAt) {
    private static final int INDEX_BITS = 20;

    /** The most segments that one commit can bring. */
    public static final int MAX_IN_ONE_COMMIT = 1 << INDEX_BITS;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code id} is below 1 or {@code through} below 0
     */
    public SegmentState {
        Objects.requireNonNull(document, "document");
        Objects.requireNonNull(createdAt, "createdAt");
        if (id < 1 || through < 0) {
            throw new IllegalArgumentException(
                    "id must be 1 or more and through 0 or more, but were " + id + " and " + through);
        }
    }

    /**
     * An id that no other segment of the conversation has: versions are not used twice, not even after a rollback.
     *
     * @param version the version of the record that the segment is committed with, 1 or more
     * @param index which one of that commit's new segments it is, 0 to {@value #MAX_IN_ONE_COMMIT} - 1
     */
    public static long id(long version, int index) {
        if (version < 1 || index < 0 || index >= MAX_IN_ONE_COMMIT) {
            throw new IllegalArgumentException("version must be 1 or more and index 0 to " + (MAX_IN_ONE_COMMIT - 1)
                    + ", but were " + version + " and " + index);
        }
        return (version << INDEX_BITS) + index;
    }
}
