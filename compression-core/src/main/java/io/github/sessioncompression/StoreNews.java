package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SegmentState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a store has of a conversation that is not known here yet.
 *
 * @param head where the store stands; {@code null} if there is no conversation
 * @param all everything that a view needs, where the new messages are not all that is new
 * @param added the new messages
 */
record StoreNews(@Nullable Head head, @Nullable All all, List<Entry> added) {
    /**
     * Everything that a view needs, and what was said last before what it is made of.
     *
     * @param before the last messages up to the record's boundary
     * @param after the messages behind it
     */
    record All(
            @Nullable CompressionRecord record,
            List<SegmentState> segments,
            List<Entry> pinned,
            List<Entry> before,
            List<Entry> after,
            long first) {}

    /** What there is beyond what is known. */
    static StoreNews since(Known known, StoredReading messages) {
        Head head = messages.store().head(messages.conversationId()).orElse(null);
        if (head == null) {
            return new StoreNews(null, null, List.of());
        }
        boolean goesOn = head.incarnation().equals(known.incarnation())
                && head.recordVersion() == known.recordVersion()
                && head.revision() == known.revision()
                && head.lastSequence() >= known.lastSequence();
        return goesOn
                ? new StoreNews(head, null, messages.between(known.lastSequence(), head.lastSequence()))
                : new StoreNews(head, all(messages, head), List.of());
    }

    private static All all(StoredReading messages, Head head) {
        CompressionRecord current = messages.record();
        long boundary = current == null ? 0 : current.boundary();
        List<Entry> last = messages.between(Math.max(0, boundary - KnownEntries.BEFORE), head.lastSequence());
        int covered = Entry.countThrough(last, boundary);
        return new All(
                current,
                current == null ? List.of() : messages.store().segments(messages.conversationId(), current.segments()),
                current == null ? List.of() : messages.at(current.pinned()),
                last.subList(0, covered),
                last.subList(covered, last.size()),
                messages.first());
    }
}
