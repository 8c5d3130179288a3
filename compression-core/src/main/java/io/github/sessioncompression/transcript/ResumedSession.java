package io.github.sessioncompression.transcript;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.ChosenPins;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore.Head;
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
 * An earlier session that becomes current again: its messages get other sequence numbers, and so does what its record has of them.
 *
 * @param shown the record it was shown with last; {@code null} if all of it must be shown
 * @param states what the record's segments contain
 */
public record ResumedSession(
        String conversationId,
        Head head,
        List<Entry> entries,
        ChosenPins pins,
        @Nullable CompressionRecord shown,
        List<SegmentState> states) {
    /** A record with the segments it names. */
    public record Made(CompressionRecord record, List<SegmentState> segments) {}

    /** Its messages as those after {@code last}. */
    public List<Entry> after(long last) {
        return entries.stream()
                .map(entry -> new Entry(last + entry.sequence(), entry.message(), entry.tokens()))
                .toList();
    }

    /** The record that shows it as it was shown last, its messages being those after {@code last}; the next one after {@code base}. */
    public Made made(CompressionRecord base, long last, Instant now) {
        Map<Long, Long> numbers = new HashMap<>();
        entries.forEach(entry -> numbers.put(entry.sequence(), last + entry.sequence()));
        Made made =
                shown == null ? new Made(base, List.of()) : made(shown, base, numbers, last + shown.boundary(), now);
        CompressionRecord record = made.record();
        return pins.equals(ChosenPins.NONE)
                ? made
                : new Made(record.pinning(pins.renumbered(numbers), record.pinned(), now), made.segments());
    }

    private Made made(
            CompressionRecord earlier, CompressionRecord base, Map<Long, Long> numbers, long boundary, Instant now) {
        List<SegmentState> segments = new ArrayList<>();
        for (SegmentState segment : states) {
            long id = SegmentState.id(base.version() + 1, segments.size());
            StateDocument state = renumbered(segment.document(), numbers);
            segments.add(new SegmentState(id, boundary, state, segment.createdAt()));
        }
        CompressionRecord restored = base.restored(
                        earlier,
                        boundary,
                        List.copyOf(renumbered(earlier.pinned(), numbers).headSet(boundary, true)),
                        segments.stream().map(SegmentState::id).toList(),
                        renumbered(earlier.injected(), numbers),
                        now)
                .withArtefacts(earlier.artefacts().renumbered(each -> List.copyOf(renumbered(each, numbers))));
        return new Made(restored, segments);
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
