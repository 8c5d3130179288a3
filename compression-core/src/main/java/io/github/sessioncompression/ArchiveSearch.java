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
import io.github.sessioncompression.recall.Tellings;
import java.util.List;
import java.util.Optional;

/** Searches one conversation, and knows which of its messages are archived. */
final class ArchiveSearch {
    private final ConversationParts workings;

    ArchiveSearch(ConversationParts workings) {
        this.workings = workings;
    }

    /**
     * What can be expanded.
     *
     * @param segments its segments, oldest first
     * @param tellings what models told of them
     */
    record Stock(List<Segment> segments, Tellings tellings) {}

    /** What is known of the archive under the lock: what is in it, and under which ids models told of it. */
    private record Standing(Archived archived, List<Long> tellings) {}

    private Standing standing() {
        return workings.chats().get(chat -> {
            chat.sync();
            return new Standing(
                    Archived.of(chat.stored()), chat.stored().record().tellings());
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
        Archived archived = standing().archived();
        return archived.isEmpty() ? List.of() : search().search(workings.id(), query, options, archived);
    }

    /** The segments of what is archived. */
    List<Segment> segments() {
        return segments(standing().archived());
    }

    private List<Segment> segments(Archived archived) {
        return archived.isEmpty() ? List.of() : search().segments(workings.id(), archived);
    }

    /** All that can be expanded. */
    Stock stock() {
        Standing standing = standing();
        List<Segment> segments = segments(standing.archived());
        return new Stock(segments, Tellings.of(reading().tellings(standing.tellings()), segments));
    }

    /** What a level tells of the archived messages of a segment; empty if there is no such segment. */
    Optional<CompressedSegment> expand(String segmentId, Level level) {
        Stock stock = stock();
        for (Segment segment : stock.segments()) {
            if (segment.id().equals(segmentId)) {
                return at(level, segment, stock.tellings());
            }
        }
        return Optional.empty();
    }

    /** What a level tells of a segment; empty if none of its messages is there any more. */
    Optional<CompressedSegment> at(Level level, Segment segment, Tellings tellings) {
        List<Entry> entries = reading().at(segment.sequences());
        return entries.isEmpty()
                ? Optional.empty()
                : Optional.of(CompressedSegment.of(
                        segment.id(), entries, level, workings.rules().tokens()::countText, tellings.of(segment)));
    }

    /** The archived messages of a segment; none if there is no such segment. */
    List<Entry> expand(String segmentId) {
        for (Segment segment : segments()) {
            if (segment.id().equals(segmentId)) {
                return reading().at(segment.sequences());
            }
        }
        return List.of();
    }

    private StoredReading reading() {
        return new StoredReading(workings.shared().store(), workings.id());
    }
}
