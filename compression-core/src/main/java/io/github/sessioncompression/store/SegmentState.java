package io.github.sessioncompression.store;

import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The state that one compression wrote, in full, or its model's summaries of single stretches: kept once, however many records name it.
 *
 * <p>Immutable. A state covers what follows the segment before it in the record, up to and including {@code through}; a merged one
 * everything up to there.
 *
 * @param id names it within its conversation, 1 or more; get a new one from {@link #id(long, int)}
 * @param through the last sequence number it covers, 0 if the application brought it along
 * @param document its contents; empty if it holds summaries of stretches
 * @param createdAt when it was written
 * @param tellings a model's summaries of single stretches, oldest first; empty if it holds a state
 */
public record SegmentState(
        long id, long through, StateDocument document, Instant createdAt, List<SegmentSummary> tellings) {
    /** Bits of an id that number the segments of one commit; the others are the version. */
    private static final int INDEX_BITS = 20;

    /** The most segments that one commit can bring. */
    public static final int MAX_IN_ONE_COMMIT = 1 << INDEX_BITS;

    /** Checks the bounds. */
    public SegmentState {
        Objects.requireNonNull(document, "document");
        Objects.requireNonNull(createdAt, "createdAt");
        tellings = List.copyOf(tellings);
        if (id < 1 || through < 0) {
            throw new IllegalArgumentException(
                    "id must be 1 or more and through 0 or more, but were " + id + " and " + through);
        }
    }

    /** A state. */
    public SegmentState(long id, long through, StateDocument document, Instant createdAt) {
        this(id, through, document, createdAt, List.of());
    }

    /** A model's summaries of single stretches up to {@code through}. */
    public static SegmentState told(long id, long through, List<SegmentSummary> tellings, Instant createdAt) {
        return new SegmentState(id, through, StateDocument.EMPTY, createdAt, tellings);
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
