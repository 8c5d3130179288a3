package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.Level;
import io.github.sessioncompression.recall.MessageSearch;
import io.github.sessioncompression.recall.SearchOptions;
import io.github.sessioncompression.recall.SearchOptions.Scope;
import io.github.sessioncompression.recall.Searched;
import io.github.sessioncompression.recall.Segment;
import java.util.List;
import java.util.Optional;

/** Searches one conversation, and knows which of its messages are archived. */
final class ArchiveSearch {
    private final Workings workings;

    ArchiveSearch(Workings workings) {
        this.workings = workings;
    }

    private Archived archived() {
        return workings.chats().get(chat -> {
            chat.sync();
            return Archived.of(chat.stored());
        });
    }

    private MessageSearch search() {
        return workings.shared().search();
    }

    /** The messages that answer {@code query} best. */
    List<Hit> find(String query, SearchOptions options) {
        if (options.scope() == Scope.ALL) {
            return search().search(workings.id(), query, options, Searched.ALL);
        }
        Archived archived = archived();
        return archived.isEmpty() ? List.of() : search().search(workings.id(), query, options, archived);
    }

    /** The segments of what is archived. */
    List<Segment> segments() {
        Archived archived = archived();
        return archived.isEmpty() ? List.of() : search().segments(workings.id(), archived);
    }

    /** What a level tells of the archived messages of a segment; empty if there is no such segment. */
    Optional<CompressedSegment> expand(String segmentId, Level level) {
        List<Entry> entries = expand(segmentId);
        return entries.isEmpty()
                ? Optional.empty()
                : Optional.of(CompressedSegment.of(
                        segmentId, entries, level, workings.rules().tokens()::countText));
    }

    /** The archived messages of a segment; none if there is no such segment. */
    List<Entry> expand(String segmentId) {
        for (Segment segment : segments()) {
            if (segment.id().equals(segmentId)) {
                return new StoredReading(workings.shared().store(), workings.id()).at(segment.sequences());
            }
        }
        return List.of();
    }
}
