package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Payloads;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.StoreBuilder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compression records and the segments they name.
 *
 * <p>The ids of a record's segments are in a column of their own beside its payload, so that no segment is deleted that a record needs which can't be read
 * here.
 *
 * <p><b>Algorithm</b> of a commit, within the transaction that has locked the conversation's row.
 * <ol>
 *   <li>Segments that are not there yet are inserted, then the record.
 *   <li>If there are now more records than are kept and the slack, the oldest are deleted, and the segments that no other names.
 * </ol>
 *
 * <p><b>Threads:</b> immutable. <b>On an unreadable record</b> {@link #current} throws, history and segments leave it out.
 *
 * @see ConversationTable#commit
 */
final class RecordTables {
    private static final String RECORD = "record";
    private static final String SEGMENT = "segment";
    private static final String OF_CHAT = " WHERE conversation = ?";

    /** As many parameters as every driver takes in one statement. */
    private static final int MANY = 200;

    private final Payloads payloads;
    /** Least number of records that are kept. */
    private final int kept;
    /** Additional records before old ones are removed, so that segments are not scanned at each commit. */
    private final int slack;

    private final String conversations;
    private final String records;
    private final String segments;

    RecordTables(String prefix, StoreBuilder.Settings settings) {
        this.payloads = settings.payloads();
        this.kept = settings.records();
        this.slack = settings.recordSlack();
        this.conversations = prefix + "conversation";
        this.records = prefix + RECORD;
        this.segments = prefix + SEGMENT;
    }

    /** A record with its segments as they are written. */
    record Written(long version, String named, String payload, long createdAt, List<WrittenSegment> segments) {}

    /** A segment as it is written; its time in milliseconds since 1970. */
    record WrittenSegment(long id, String payload, long createdAt) {}

    Written write(String id, CompressionRecord record, List<SegmentState> newSegments) {
        List<WrittenSegment> written = newSegments.stream()
                .map(segment -> new WrittenSegment(
                        segment.id(),
                        payloads.write(id, segment),
                        segment.createdAt().toEpochMilli()))
                .toList();
        return new Written(
                record.version(),
                record.needed().stream().map(String::valueOf).collect(Collectors.joining(",")),
                payloads.write(id, record),
                record.createdAt().toEpochMilli(),
                written);
    }

    void insert(Queries queries, String id, Written record) throws SQLException {
        Object conversation = queries.name(id);
        Set<Long> there = record.segments().isEmpty() ? Set.of() : new HashSet<>(segmentIds(queries, id));
        List<Object[]> added = new ArrayList<>();
        for (WrittenSegment segment : record.segments()) {
            if (!there.contains(segment.id())) {
                added.add(new Object[] {conversation, segment.id(), segment.payload(), segment.createdAt()});
            }
        }
        queries.batch(
                "INSERT INTO " + segments + " (conversation, id, payload, created_at) VALUES (?, ?, ?, ?)", added);
        queries.update(
                "INSERT INTO " + records
                        + " (conversation, version, segments, payload, created_at) VALUES (?, ?, ?, ?, ?)",
                conversation,
                record.version(),
                record.named(),
                record.payload(),
                record.createdAt());
        if (nthNewest(queries, id, kept + slack).isPresent()) {
            deleteOlder(queries, id, nthNewest(queries, id, kept - 1).orElse(0L));
        }
    }

    private List<Long> segmentIds(Queries queries, String id) throws SQLException {
        String sql = "SELECT id FROM " + segments + OF_CHAT;
        return queries.list(sql, row -> row.number(1), queries.name(id));
    }

    /** Version of the record with so many newer ones; empty if there are not as many. */
    private Optional<Long> nthNewest(Queries queries, String id, int newer) throws SQLException {
        String sql = "SELECT version FROM " + records + OF_CHAT + " ORDER BY version DESC LIMIT 1 OFFSET ?";
        return queries.first(sql, row -> row.number(1), queries.name(id), newer);
    }

    /** Deletes records before a version, and the segments that no other names; true if there was such a record. */
    boolean deleteOlder(Queries queries, String id, long version) throws SQLException {
        String deleteRecords = "DELETE FROM " + records + OF_CHAT;
        boolean deleted = queries.update(deleteRecords + " AND version < ?", queries.name(id), version) > 0;
        Set<String> named = new HashSet<>();
        for (String list :
                queries.list("SELECT segments FROM " + records + OF_CHAT, row -> row.text(1), queries.name(id))) {
            Collections.addAll(named, list.split(",", -1));
        }
        List<Object[]> unnamed = new ArrayList<>();
        for (Long segment : segmentIds(queries, id)) {
            if (!named.contains(segment.toString())) {
                unnamed.add(new Object[] {queries.name(id), segment});
            }
        }
        queries.batch("DELETE FROM " + segments + OF_CHAT + " AND id = ?", unnamed);
        return deleted;
    }

    void deleteAll(Queries queries, String id) throws SQLException {
        queries.update("DELETE FROM " + records + OF_CHAT, queries.name(id));
        queries.update("DELETE FROM " + segments + OF_CHAT, queries.name(id));
    }

    /** True if exactly this record is stored. */
    boolean has(Queries queries, String id, Written record) throws SQLException {
        String sql = "SELECT payload FROM " + records + OF_CHAT + " AND version = ?";
        return queries.first(sql, row -> row.text(1), queries.name(id), record.version())
                .filter(record.payload()::equals)
                .isPresent();
    }

    /**
     * The record that the conversation's row names as the current one; empty if it names none.
     *
     * @throws io.github.sessioncompression.store.UnreadableRecordException if it names one that is missing or can't be read
     */
    Optional<CompressionRecord> current(Queries queries, String id) throws SQLException {
        String sql = "SELECT c.record_version, r.payload FROM " + conversations + " c LEFT JOIN " + records
                + " r ON r.conversation = c.id AND r.version = c.record_version WHERE c.id = ?";
        return queries.first(sql, Stored::of, queries.name(id))
                .filter(record -> record.number() > 0)
                .map(record -> payloads.readRecord(id, record.number(), record.payload()));
    }

    /** A row: a record under its version, or a segment under its id. The payload is empty if there is none. */
    private record Stored(long number, String payload) {
        static Stored of(Queries.Row row) throws SQLException {
            return new Stored(row.number(1), row.text(2));
        }
    }

    /** The records that can be read, oldest first. */
    List<CompressionRecord> history(Queries queries, String id) throws SQLException {
        String sql = "SELECT version, payload FROM " + records + OF_CHAT + " ORDER BY version";
        return queries.list(sql, Stored::of, queries.name(id)).stream()
                .flatMap(record -> payloads.readableRecord(id, record.number(), record.payload()).stream())
                .toList();
    }

    /** The segments with these ids that are there and can be read, in the order asked for. */
    List<SegmentState> segments(Queries queries, String id, List<Long> wanted) throws SQLException {
        Map<Long, SegmentState> found = new HashMap<>();
        for (int from = 0; from < wanted.size(); from += MANY) {
            List<Long> some = wanted.subList(from, Math.min(wanted.size(), from + MANY));
            List<Object> arguments = new ArrayList<>(some.size() + 1);
            arguments.add(queries.name(id));
            arguments.addAll(some);
            String sql = "SELECT id, payload FROM " + segments + OF_CHAT + " AND id IN ("
                    + String.join(", ", Collections.nCopies(some.size(), "?")) + ")";
            for (Stored stored : queries.list(sql, Stored::of, arguments.toArray())) {
                payloads.readableSegment(id, stored.number(), stored.payload())
                        .ifPresent(segment -> found.put(segment.id(), segment));
            }
        }
        return wanted.stream().map(found::get).filter(Objects::nonNull).toList();
    }
}
