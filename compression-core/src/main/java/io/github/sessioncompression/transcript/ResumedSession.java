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
 * An earlier session that becomes current again, as its copy in the store has it.
 *
 * <p>A chat's sequence numbers are never used twice, so the session's messages are numbered behind those of the chat: each old number plus the chat's
 * last one. All that names messages by number moves along: pins, the sources of each entry of the states, the artefacts, the boundary. An entry of a
 * state whose source is not among the messages any more is left out.
 *
 * <p><b>Threads:</b> immutable. It changes nothing in the store.
 *
 * @param conversationId the name of the session's copy in the store
 * @param head the copy's head
 * @param entries all messages of the copy
 * @param pins what the application had pinned in it
 * @param shown the record it was shown with last; {@code null} if all of it must be shown
 * @param states what the record's segments contain; empty without a record
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

    /** The messages under their new numbers, behind {@code last}. */
    public List<Entry> after(long last) {
        return entries.stream()
                .map(entry -> new Entry(last + entry.sequence(), entry.message(), entry.tokens()))
                .toList();
    }

    /**
     * Makes the record that shows the session as it was shown last.
     *
     * @param base the chat's current record, which is returned as it is if the session had neither record nor pins
     * @param last the last number that the chat has used
     * @param now time of the record
     */
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

    /** Takes over the earlier record: its pins before the boundary, its states under new segment ids, what it injected, its artefacts. */
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

    /** The new numbers of messages that are still there, ascending. */
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
