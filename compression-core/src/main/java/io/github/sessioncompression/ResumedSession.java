package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.ChosenPins;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.LedgerEntry;
import io.github.sessioncompression.store.SegmentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A session that is to be current again: its messages get other sequence numbers, and so does what its record has of them.
 *
 * @param shown the record it was shown with last; {@code null} if all of it is to be shown
 * @param states what the record's segments contain
 */
record ResumedSession(
        List<Entry> entries, ChosenPins pins, @Nullable CompressionRecord shown, List<SegmentState> states) {
    List<Message> messages() {
        return entries.stream().map(Entry::message).toList();
    }

    /** Shows it as it was shown last; its messages are those after {@code before} now. */
    void show(Chat chat, long before, Instant now) {
        List<Entry> there = chat.stored().between(before, chat.stored().lastSequence());
        Map<Long, Long> numbers = new HashMap<>();
        long boundary = before;
        for (int i = 0; i < Math.min(there.size(), entries.size()); i++) {
            long old = entries.get(i).sequence();
            numbers.put(old, there.get(i).sequence());
            boundary = shown != null && old <= shown.boundary() ? there.get(i).sequence() : boundary;
        }
        if (shown != null) {
            commit(shown, chat, numbers, boundary, now);
        }
        if (!pins.equals(ChosenPins.NONE)) {
            CompressionRecord record = chat.stored().record();
            chat.choose(record.pinning(pins.renumbered(numbers), record.pinned(), now), true);
        }
    }

    private void commit(CompressionRecord earlier, Chat chat, Map<Long, Long> numbers, long boundary, Instant now) {
        CompressionRecord base = chat.stored().record();
        List<SegmentState> segments = new ArrayList<>();
        for (SegmentState segment : states) {
            long id = SegmentState.id(base.version() + 1, segments.size());
            StateDocument state = renumbered(segment.document(), numbers);
            segments.add(new SegmentState(id, boundary, state, segment.createdAt()));
        }
        List<LedgerEntry> ledger = earlier.ledger().stream()
                .filter(entry -> numbers.keySet().containsAll(entry.sources()))
                .map(entry -> entry.withSources(List.copyOf(renumbered(entry.sources(), numbers))))
                .toList();
        CompressionRecord restored = base.restored(
                        earlier,
                        boundary,
                        List.copyOf(renumbered(earlier.pinned(), numbers).headSet(boundary, true)),
                        segments.stream().map(SegmentState::id).toList(),
                        renumbered(earlier.injected(), numbers),
                        ledger,
                        now)
                .withArtefacts(earlier.artefacts().renumbered(each -> List.copyOf(renumbered(each, numbers))));
        chat.commit(restored, segments);
    }

    private static TreeSet<Long> renumbered(Collection<Long> before, Map<Long, Long> numbers) {
        TreeSet<Long> now = new TreeSet<>();
        for (long sequence : before) {
            Long number = numbers.get(sequence);
            if (number != null) {
                now.add(number);
            }
        }
        return now;
    }

    /** What was made of messages that are not there any more is left out. */
    private static StateDocument renumbered(StateDocument state, Map<Long, Long> numbers) {
        Set<Long> gone = new HashSet<>();
        for (StateItem item : state.items()) {
            item.sources().stream()
                    .filter(sequence -> !numbers.containsKey(sequence))
                    .forEach(gone::add);
        }
        return state.without(gone).renumbered(numbers);
    }
}
