package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.Level;
import io.github.sessioncompression.recall.MessageSearch;
import io.github.sessioncompression.recall.SearchOptions;
import io.github.sessioncompression.recall.SearchOptions.Scope;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.recall.SegmentOutline;
import io.github.sessioncompression.state.Telling;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Searches and expands the archived messages of one conversation. */
final class ArchiveSearch {
    private final ConversationParts workings;

    ArchiveSearch(ConversationParts workings) {
        this.workings = workings;
    }

    /**
     * The segments that can be expanded.
     *
     * @param segments oldest first
     * @param summaries what models wrote of them, by the segment's id
     */
    record Stock(List<Segment> segments, Map<String, List<Telling>> summaries) {}

    private record Standing(Archived archived, List<Long> tellings) {}

    private Standing standing() {
        return workings.chats().get(chat -> {
            chat.sync();
            return new Standing(
                    Archived.of(chat.stored()), chat.stored().record().tellings());
        });
    }

    /** The messages that answer {@code query} best. */
    List<Hit> find(String query, SearchOptions options) {
        MessageSearch search = workings.shared().search();
        if (options.scope() == Scope.ALL) {
            return search.search(workings.id(), query, options, MessageSearch.Filter.ALL);
        }
        Archived archived = standing().archived();
        return archived.isEmpty() ? List.of() : search.search(workings.id(), query, options, archived);
    }

    /** The segments of the archived messages. */
    List<Segment> segments() {
        return segments(standing().archived());
    }

    private List<Segment> segments(Archived archived) {
        return archived.isEmpty() ? List.of() : workings.shared().search().segments(workings.id(), archived);
    }

    Stock stock() {
        Standing standing = standing();
        List<Segment> segments = segments(standing.archived());
        List<Telling> summaries = reading().tellings(standing.tellings());
        return new Stock(segments, SegmentOutline.summaries(summaries, segments));
    }

    /** A segment at a level; empty if there is no such segment. */
    Optional<CompressedSegment> expand(String segmentId, Level level) {
        Stock stock = stock();
        return named(stock.segments(), segmentId).flatMap(segment -> at(level, segment, stock));
    }

    /** A segment at a level; empty if none of its messages is there any more. */
    Optional<CompressedSegment> at(Level level, Segment segment, Stock stock) {
        List<Entry> entries = reading().at(segment.sequences());
        List<Telling> summaries = stock.summaries().getOrDefault(segment.id(), List.of());
        return entries.isEmpty()
                ? Optional.empty()
                : Optional.of(CompressedSegment.of(
                        segment.id(), entries, level, workings.rules().tokens()::countText, summaries));
    }

    /** The archived messages of a segment; none if there is no such segment. */
    List<Entry> expand(String segmentId) {
        return named(segments(), segmentId)
                .map(segment -> reading().at(segment.sequences()))
                .orElse(List.of());
    }

    private static Optional<Segment> named(List<Segment> segments, String id) {
        return segments.stream().filter(segment -> segment.id().equals(id)).findFirst();
    }

    private StoredReading reading() {
        return new StoredReading(workings.shared().store(), workings.id());
    }
}
