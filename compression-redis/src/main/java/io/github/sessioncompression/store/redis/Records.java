package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Payloads;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.lettuce.core.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compression records and the segments they name.
 *
 * <p>The ids of a record's segments are a field of their own beside it, so that no segment is deleted that a record needs which can't be read here. A commit
 * compares incarnation, record version and fencing token in its script.
 *
 * <p><b>Does nothing when</b> the conversation is not as a commit expects. <b>Threads:</b> safe for use by many. <b>On an unreadable record</b> {@link
 * #current} throws, history and segments leave it out.
 *
 * @param kept least number of records that are kept
 * @param slack additional records before old ones are removed, so that segments are not scanned at each commit
 */
record Records(Server server, Keys keys, Payloads payloads, int kept, int slack) {
    /**
     * Makes a record the current one; false, and nothing changed, if the conversation is not as expected or a later lease was granted.
     *
     * @param call names the call, so that its answer is the same when it is done twice
     */
    boolean commit(String id, Commit commit, String call) {
        CompressionRecord record = commit.record();
        List<String> arguments = new ArrayList<>(List.of(
                commit.incarnation(),
                Numbers.padded(commit.expectedVersion()),
                Long.toString(commit.fencingToken()),
                Numbers.padded(record.version()),
                payloads.write(id, record),
                needed(record),
                call,
                Integer.toString(kept),
                Integer.toString(slack),
                record.cause() == CompressionRecord.Cause.ERASED ? "1" : "0"));
        for (SegmentState segment : commit.newSegments()) {
            arguments.add(Long.toString(segment.id()));
            arguments.add(payloads.write(id, segment));
        }
        return server.number("commit a record", Script.COMMIT, keys.of(id), arguments.toArray(String[]::new)) == 1;
    }

    /** The ids of all segments that a record needs, with commas between them. */
    static String needed(CompressionRecord record) {
        return record.needed().stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /**
     * The current record; empty if there is none.
     *
     * @throws io.github.sessioncompression.store.UnreadableRecordException if it is missing or can't be read
     */
    Optional<CompressionRecord> current(String id) {
        List<@Nullable String> found = server.texts("read the current record", Script.CURRENT, keys.of(id));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        long version = Numbers.parse(id, "record_version", found.get(0));
        return Optional.of(payloads.readRecord(id, version, found.get(1)));
    }

    /** The records that can be read, oldest first; fields that another program has added are left out. */
    List<CompressionRecord> history(String id) {
        Map<String, String> fields =
                server.ask("read the records", link -> link.sync().hgetall(keys.records(id)));
        return fields.entrySet().stream()
                .filter(field -> Numbers.isPadded(field.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .map(field -> payloads.readableRecord(
                        id, Numbers.parse(id, "record's version", field.getKey()), field.getValue()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** The segments with these ids that are there and can be read, in the order asked for. */
    List<SegmentState> segments(String id, List<Long> wanted) {
        String[] fields = wanted.stream().map(String::valueOf).toArray(String[]::new);
        List<KeyValue<String, String>> found =
                server.ask("read segments", link -> link.sync().hmget(keys.segments(id), fields));
        return found.stream()
                .filter(KeyValue::hasValue)
                .map(segment -> payloads.readableSegment(id, Long.parseLong(segment.getKey()), segment.getValue()))
                .flatMap(Optional::stream)
                .toList();
    }
}
