package io.github.sessioncompression;

import io.github.sessioncompression.Context.Basis;
import io.github.sessioncompression.policy.Retention;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.LedgerEntry;
import io.github.sessioncompression.store.SegmentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An earlier record for messages that have other sequence numbers now.
 *
 * @param basis the record with its segments
 * @param numbers the sequence numbers that messages have now, by those they had
 * @param sources the sequence numbers that messages had; what was made of others is left out, unless they may be archived
 */
record RenumberedRecord(Basis basis, Map<Long, Long> numbers, Set<Long> sources) {
    /** Makes it the record in force for the messages up to {@code boundary}; false if it was refused. */
    boolean commit(Chat chat, long boundary, Set<Long> pinned, Instant now) {
        CompressionRecord base = chat.stored().record();
        boolean isArchived = chat.rules().policy().retention() == Retention.EVICT_COMPRESSED;
        Predicate<Long> isLeft = source -> isArchived || sources.contains(source);
        List<SegmentState> segments = new ArrayList<>();
        for (SegmentState segment : basis.segments()) {
            long id = SegmentState.id(base.version() + 1, segments.size());
            segments.add(new SegmentState(id, boundary, changed(segment.document(), isLeft), segment.createdAt()));
        }
        return chat.commit(
                base.restored(
                        basis.record(),
                        boundary,
                        List.copyOf(now(pinned, numbers).headSet(boundary, true)),
                        segments.stream().map(SegmentState::id).toList(),
                        changed(basis.record().injected(), isLeft),
                        changed(basis.record().ledger(), isLeft),
                        now),
                segments);
    }

    /** The sequence numbers that messages have now, as far as they are there. */
    static TreeSet<Long> now(Collection<Long> before, Map<Long, Long> numbers) {
        TreeSet<Long> now = new TreeSet<>();
        before.stream()
                .flatMap(sequence -> Stream.ofNullable(numbers.get(sequence)))
                .forEach(now::add);
        return now;
    }

    private StateDocument changed(StateDocument state, Predicate<Long> isLeft) {
        Set<Long> gone = new HashSet<>();
        for (StateItem item : state.items()) {
            item.sources().stream().filter(isLeft.negate()).forEach(gone::add);
        }
        return state.without(gone).renumbered(numbers);
    }

    private List<LedgerEntry> changed(List<LedgerEntry> ledger, Predicate<Long> isLeft) {
        return ledger.stream()
                .filter(entry -> entry.sources().stream().allMatch(isLeft))
                .map(entry -> entry.withSources(List.copyOf(now(entry.sources(), numbers))))
                .toList();
    }
}
