package io.github.sessioncompression.store;

import io.github.sessioncompression.store.SessionStore.Lease;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A record that is to become a conversation's current one, and what it expects to find.
 *
 * @param incarnation the conversation's life that it was made in
 * @param expectedVersion the version of the record it replaces, 0 for none
 * @param fencingToken the {@linkplain Lease#token() token} of the lease it was made under, 0 if it was made without one
 * @param record the new record; its version is larger than {@code expectedVersion}: by one, or by more where a conversation
 *     comes from elsewhere
 * @param newSegments what the record {@linkplain CompressionRecord#needed() needs} and the store has not yet, by ascending id
 */
public record Commit(
        String incarnation,
        long expectedVersion,
        long fencingToken,
        CompressionRecord record,
        List<SegmentState> newSegments) {

    /** Checks the bounds. */
    public Commit {
        Objects.requireNonNull(incarnation, "incarnation");
        Objects.requireNonNull(record, "record");
        newSegments = List.copyOf(newSegments);
        if (expectedVersion < 0 || fencingToken < 0) {
            throw new IllegalArgumentException("expectedVersion and fencingToken must be 0 or more, but were "
                    + expectedVersion + " and " + fencingToken);
        }
        if (record.version() <= expectedVersion) {
            throw new IllegalArgumentException(
                    "the record's version must be larger than " + expectedVersion + ", but was " + record.version());
        }
        long before = 0;
        for (SegmentState segment : newSegments) {
            if (segment.id() <= before || !record.needed().contains(segment.id())) {
                throw new IllegalArgumentException(
                        "new segments must be named by the record, by ascending id, but " + segment.id() + " is not");
            }
            before = segment.id();
        }
    }

    /** A commit without a lease and new segments. */
    public static Commit of(String incarnation, long expectedVersion, CompressionRecord record) {
        return new Commit(incarnation, expectedVersion, 0, record, List.of());
    }

    /** This commit with new segments, in any order. */
    public Commit withSegments(List<SegmentState> segments) {
        List<SegmentState> ascending = segments.stream()
                .sorted(Comparator.comparingLong(SegmentState::id))
                .toList();
        return new Commit(incarnation, expectedVersion, fencingToken, record, ascending);
    }

    /** This commit made under a lease. */
    public Commit under(Lease lease) {
        return new Commit(incarnation, expectedVersion, lease.token(), record, newSegments);
    }
}
