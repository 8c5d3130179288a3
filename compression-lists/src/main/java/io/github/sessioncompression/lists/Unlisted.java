package io.github.sessioncompression.lists;

import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.StoreBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a conversation that its list can't hold. Immutable; a change is a new one.
 *
 * @param revision grows when messages are taken away
 * @param records all records, oldest first, at most {@value StoreBuilder#DEFAULT_RECORDS} of them
 * @param segments the states that the records name, by id
 * @param keys the keys of the latest appends, oldest first
 * @param beside the head of the side store when it agreed; {@code null} if it never did
 */
record Unlisted(
        long revision,
        List<CompressionRecord> records,
        Map<Long, SegmentState> segments,
        List<String> keys,
        @Nullable Head beside) {
    static final Unlisted NONE = new Unlisted(0, List.of(), Map.of(), List.of(), null);

    @Nullable
    CompressionRecord record() {
        return records.isEmpty() ? null : records.get(records.size() - 1);
    }

    List<SegmentState> segments(List<Long> ids) {
        return ids.stream().map(segments::get).filter(Objects::nonNull).toList();
    }

    Unlisted recorded(Commit commit) {
        Map<Long, SegmentState> all = new HashMap<>(segments);
        commit.newSegments().forEach(segment -> all.putIfAbsent(segment.id(), segment));
        return recorded(revision, last(StoreBuilder.DEFAULT_RECORDS, records, commit.record()), all);
    }

    private Unlisted recorded(long newRevision, List<CompressionRecord> kept, Map<Long, SegmentState> all) {
        Map<Long, SegmentState> named = new HashMap<>(all);
        named.keySet()
                .retainAll(kept.stream()
                        .flatMap(record -> record.needed().stream())
                        .collect(Collectors.toSet()));
        return new Unlisted(newRevision, kept, named, keys, beside);
    }

    Unlisted appended(String key) {
        return new Unlisted(revision, records, segments, last(SessionStore.REMEMBERED_KEYS, keys, key), beside);
    }

    Unlisted revised() {
        return new Unlisted(revision + 1, records, segments, keys, beside);
    }

    /** In agreement with a side store that has this head. */
    Unlisted beside(Head head) {
        return new Unlisted(head.revision(), records, segments, keys, head);
    }

    /** After a message was erased, which earlier records may contain. */
    Unlisted erased() {
        List<CompressionRecord> current = records.subList(Math.max(0, records.size() - 1), records.size());
        return recorded(revision + 1, List.copyOf(current), segments);
    }

    private static <T> List<T> last(int max, List<T> before, T added) {
        List<T> all = new ArrayList<>(before.subList(Math.max(0, before.size() + 1 - max), before.size()));
        all.add(added);
        return all;
    }
}
