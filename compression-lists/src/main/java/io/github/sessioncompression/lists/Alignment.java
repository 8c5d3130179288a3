package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Matches the first messages of a reading with the known ones.
 *
 * <p>Frameworks' stores drop messages: each known kind of loss is tried, the smallest first. The reading must begin with exactly what such a
 * store would keep of the known messages, and anything may follow. Takes linear time.
 *
 * @param known number of the known messages
 * @param end number of the known messages before the part that the list has lost at its end
 * @param places the index of the known message for each of the first messages read; the rest of the reading is new
 */
record Alignment(int known, int end, List<Integer> places) {
    /** Dropped messages: none; tool results; these and what has no text; these and all calls (Spring AI's JDBC store). */
    private static final List<Predicate<Message>> LOSSES = List.of(
            message -> false,
            message -> message.role() == Role.TOOL,
            message -> message.role() == Role.TOOL || message.text().isBlank(),
            message -> message.role() == Role.TOOL || message.callsTools());

    /** The alignment; {@code null} if {@code read} neither continues {@code known} nor has only lost its end. */
    static <M> @Nullable Alignment of(List<NumberedMessage<M>> known, List<Message> read, boolean keepsResults) {
        Alignment cut = null;
        for (Predicate<Message> dropped : keepsResults ? LOSSES.subList(0, 1) : LOSSES) {
            Alignment alignment = of(known, read, dropped);
            if (alignment != null && alignment.continues()) {
                return alignment;
            }
            cut = cut == null ? alignment : cut;
        }
        return cut;
    }

    private static <M> @Nullable Alignment of(
            List<NumberedMessage<M>> known, List<Message> read, Predicate<Message> dropped) {
        List<Integer> places = new ArrayList<>();
        int end = known.size();
        for (int i = 0; i < end; i++) {
            Message message = known.get(i).message();
            if (dropped.test(message)) {
                continue;
            }
            if (places.size() == read.size()) {
                end = places.isEmpty() ? 0 : places.get(places.size() - 1) + 1;
            } else if (same(message, read.get(places.size()))) {
                places.add(i);
            } else {
                return null;
            }
        }
        // A store that drops a kind of message gives none of that kind back.
        boolean isOther = (end == 0 && !known.isEmpty())
                || (places.size() < end && read.stream().anyMatch(dropped));
        return isOther ? null : new Alignment(known.size(), end, places);
    }

    private static boolean same(Message known, Message read) {
        if (known.role() != read.role()) {
            return false;
        }
        if (known.role() == Role.TOOL) {
            // The text may have been taken out by the application or lost by the store; the call it answers is
            // evidence enough.
            return known.toolCallId().equals(read.toolCallId())
                    || known.toolCallId().isEmpty()
                    || read.toolCallId().isEmpty();
        }
        boolean sameCalls = known.toolCalls().equals(read.toolCalls())
                || known.toolCalls().isEmpty()
                || read.toolCalls().isEmpty();
        return sameCalls && NumberedMessage.sameText(known.text(), read.text());
    }

    /** True if all known messages were read. */
    boolean complete() {
        return places.size() == known;
    }

    /** True if the list has lost nothing at its end. */
    boolean continues() {
        return end == known;
    }

    /** Number of messages of the reading that are known. */
    int matched() {
        return places.size();
    }

    /** Number of the first {@code knownEnd} known messages that were read. */
    int readBefore(int knownEnd) {
        int found = Collections.binarySearch(places, knownEnd);
        return found < 0 ? -found - 1 : found;
    }

    /** The index of the reading's message {@code index} among the known messages and the new ones after them. */
    int place(int index) {
        return index < places.size() ? places.get(index) : known + index - places.size();
    }
}
