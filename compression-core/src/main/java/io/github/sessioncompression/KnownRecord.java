package io.github.sessioncompression;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The current record of a conversation, as far as this process knows, with its segments. Not safe for use by many threads. */
final class KnownRecord {
    private final String schema;
    private @Nullable CompressionRecord record;
    /** What the record's segments say, oldest first. */
    private final List<SegmentState> segments = new ArrayList<>();
    /** Its version in the store, 0 if there is none; the record itself may be unreadable. */
    private long version;
    /** The record made up last, for as long as there is none. */
    private @Nullable CompressionRecord madeUp;

    KnownRecord(String schema) {
        this.schema = schema;
    }

    /** There is none. */
    void forget() {
        take(null, 0, List.of());
    }

    /** This is what the store has; {@code null} if there is none, or if it can't be read. */
    void take(@Nullable CompressionRecord current, long newVersion, List<SegmentState> itsSegments) {
        record = current;
        version = newVersion;
        segments.clear();
        segments.addAll(itsSegments);
    }

    /** The next one is in force, with states that the store had not yet. */
    void follow(CompressionRecord next, List<SegmentState> states) {
        record = next;
        version = next.version();
        segments.addAll(states);
        segments.removeIf(segment -> !next.segments().contains(segment.id()));
        segments.sort(Comparator.comparingInt(segment -> next.segments().indexOf(segment.id())));
    }

    /** Whether all of these segments are known or among the new ones. */
    boolean knows(List<Long> ids, List<SegmentState> newOnes) {
        Set<Long> known = new HashSet<>();
        segments.forEach(segment -> known.add(segment.id()));
        newOnes.forEach(segment -> known.add(segment.id()));
        return known.containsAll(ids);
    }

    /** The record, made up from the defaults if the store has none yet. */
    CompressionRecord get() {
        if (record != null) {
            return record;
        }
        if (madeUp == null || madeUp.version() != version) {
            madeUp = CompressionRecord.none(schema, version);
        }
        return madeUp;
    }

    long version() {
        return version;
    }

    long boundary() {
        return record == null ? 0 : record.boundary();
    }

    long prunedThrough() {
        return record == null ? 0 : record.prunedThrough();
    }

    List<SegmentState> segments() {
        return List.copyOf(segments);
    }

    /** What the segments say, oldest first. */
    List<StateDocument> states() {
        return segments.isEmpty()
                ? List.of()
                : segments.stream().map(SegmentState::document).toList();
    }
}
