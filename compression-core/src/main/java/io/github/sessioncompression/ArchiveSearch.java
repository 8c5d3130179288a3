package io.github.sessioncompression;

import io.github.sessioncompression.OutlineWriter.Archived;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.CompressedSegment;
import io.github.sessioncompression.recall.CompressedSegment.Level;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.MessageSearch.Filter;
import io.github.sessioncompression.recall.Segment;
import io.github.sessioncompression.state.SegmentSummary;
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
    record Stock(List<Segment> segments, Map<String, List<SegmentSummary>> summaries) {}

    private Archived archived() {
        return workings.chats().get(chat -> {
            chat.sync();
            return Archived.of(chat);
        });
    }

    /** The archived messages that answer {@code query} best. */
    List<Hit> find(String query, int limit, int excerptChars) {
        Archived archived = archived();
        return archived.isEmpty()
                ? List.of()
                : workings.shared().search().search(workings.id(), query, limit, excerptChars, archived);
    }

    /** The messages of the whole conversation that answer {@code query} best. */
    List<Hit> findAll(String query, int limit, int excerptChars) {
        return workings.shared().search().search(workings.id(), query, limit, excerptChars, Filter.ALL);
    }

    /** The segments of the archived messages. */
    List<Segment> segments() {
        Archived archived = archived();
        return archived.isEmpty() ? List.of() : workings.shared().search().segments(workings.id(), archived);
    }

    Stock stock() {
        List<Segment> segments = segments();
        List<Long> ids = workings.chats().get(chat -> chat.stored().record().tellings());
        return new Stock(segments, Outline.bySegment(reading().tellings(ids), segments));
    }

    /** A segment at a level; empty if there is no such segment. */
    Optional<CompressedSegment> expand(String segmentId, Level level) {
        Optional<Segment> message = Segment.ofMessage(segmentId);
        Stock stock = message.isPresent() ? new Stock(List.of(), Map.of()) : stock();
        return message.or(() -> named(stock.segments(), segmentId)).flatMap(segment -> at(level, segment, stock));
    }

    /** A segment at a level; empty if none of its messages is there any more. */
    Optional<CompressedSegment> at(Level level, Segment segment, Stock stock) {
        List<Entry> entries = read(segment);
        List<SegmentSummary> summaries = stock.summaries().getOrDefault(segment.id(), List.of());
        return entries.isEmpty()
                ? Optional.empty()
                : Optional.of(CompressedSegment.levels(
                                segment.id(), entries, workings.rules().tokens()::countText, summaries)
                        .apply(level));
    }

    /** The archived messages of a segment, or the message that the id names; none if there is no such segment. */
    List<Entry> expand(String segmentId) {
        return Segment.ofMessage(segmentId)
                .or(() -> named(segments(), segmentId))
                .map(this::read)
                .orElse(List.of());
    }

    private List<Entry> read(Segment segment) {
        return reading().at(segment.sequences()).stream()
                .filter(entry -> entry.message().role() != Role.SYSTEM)
                .toList();
    }

    private static Optional<Segment> named(List<Segment> segments, String id) {
        return segments.stream().filter(segment -> segment.isNamed(id)).findFirst();
    }

    private StoredReading reading() {
        return new StoredReading(workings.shared().store(), workings.id());
    }
}
