package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Choices of an application about pins, which override the messages' own marks.
 *
 * <p>They are in the record and not in the messages, since stored messages never change. A number is in one of the lists at most: {@link #with} takes it out
 * of the other. Pins of system messages have no effect, because every view shows those.
 *
 * <p>Immutable. Looking one up takes logarithmic time.
 *
 * @param pinned sequence numbers of messages that stay verbatim in every view, ascending
 * @param unpinned sequence numbers of messages that need not, though they may be {@linkplain Message#pinned() pinned}; ascending
 */
public record ChosenPins(List<Long> pinned, List<Long> unpinned) {
    /** No choice: each message by its own mark. */
    public static final ChosenPins NONE = new ChosenPins(List.of(), List.of());

    /** Sorts the numbers. */
    public ChosenPins {
        pinned = pinned.stream().sorted().distinct().toList();
        unpinned = unpinned.stream().sorted().distinct().toList();
    }

    /** These choices with one for a message, in place of an earlier one for it. */
    public ChosenPins with(long sequence, boolean pins) {
        ChosenPins others = without(sequence);
        return pins
                ? new ChosenPins(added(others.pinned, sequence), others.unpinned)
                : new ChosenPins(others.pinned, added(others.unpinned, sequence));
    }

    private static List<Long> added(List<Long> numbers, long one) {
        return Stream.concat(numbers.stream(), Stream.of(one)).toList();
    }

    /** These choices without the one for a message. */
    public ChosenPins without(long sequence) {
        return new ChosenPins(
                pinned.stream().filter(number -> number != sequence).toList(),
                unpinned.stream().filter(number -> number != sequence).toList());
    }

    /** These choices for renumbered messages; {@code numbers} gives the new numbers by the old ones. Choices for messages without one are dropped. */
    public ChosenPins renumbered(Map<Long, Long> numbers) {
        return new ChosenPins(now(pinned, numbers), now(unpinned, numbers));
    }

    private static List<Long> now(List<Long> sequences, Map<Long, Long> numbers) {
        return sequences.stream()
                .flatMap(sequence -> Stream.ofNullable(numbers.get(sequence)))
                .toList();
    }

    /** Entries as they are pinned by these choices. */
    public List<Entry> marked(List<Entry> entries) {
        return equals(NONE) ? entries : entries.stream().map(this::marked).toList();
    }

    @SuppressWarnings("ReferenceEquality") // What is as it was passes as the same instance.
    private Entry marked(Entry entry) {
        Message message = marked(entry.sequence(), entry.message());
        return message == entry.message() ? entry : new Entry(entry.sequence(), message, entry.tokens());
    }

    /** The message under {@code sequence} as it is pinned by these choices. */
    public Message marked(long sequence, Message message) {
        boolean isPinned = has(pinned, sequence) || (message.pinned() && !has(unpinned, sequence));
        boolean isSame = isPinned == message.pinned() || message.role() == Role.SYSTEM;
        return isSame ? message : message.withPinned(isPinned);
    }

    private static boolean has(List<Long> sorted, long number) {
        return Collections.binarySearch(sorted, number) >= 0;
    }
}
