package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Matches the first messages of a reading with the known ones.
 *
 * <p>Frameworks' stores drop messages: each known kind of loss is tried, the smallest first. The reading must begin with exactly what such a
 * store would keep of the known messages, and anything may follow. Takes linear time.
 */
final class Alignment {
    /** Dropped messages: none; tool results; these and what has no text; these and all calls (Spring AI's JDBC store). */
    private static final List<Predicate<Message>> LOSSES = List.of(
            message -> false,
            message -> message.role() == Role.TOOL,
            message -> message.role() == Role.TOOL || message.text().isBlank(),
            message -> message.role() == Role.TOOL || message.callsTools());

    private final boolean complete;
    /** The index of the known message for each of the first messages read; the rest of the reading is new. */
    private final int[] places;

    private Alignment(boolean complete, int[] places) {
        this.complete = complete;
        this.places = places;
    }

    /** The alignment; {@code null} if {@code read} does not continue {@code known}. */
    static @Nullable Alignment of(List<NumberedMessage> known, List<Message> read, boolean keepsResults) {
        for (Predicate<Message> dropped : keepsResults ? LOSSES.subList(0, 1) : LOSSES) {
            Alignment alignment = of(known, read, dropped);
            if (alignment != null) {
                return alignment;
            }
        }
        return null;
    }

    private static @Nullable Alignment of(List<NumberedMessage> known, List<Message> read, Predicate<Message> dropped) {
        int[] places = new int[known.size()];
        int matched = 0;
        for (int i = 0; i < known.size(); i++) {
            Message message = known.get(i).message();
            if (!dropped.test(message)) {
                if (matched == read.size() || !same(message, read.get(matched))) {
                    return null;
                }
                places[matched++] = i;
            }
        }
        boolean complete = matched == known.size();
        // A store that drops a kind of message gives none of that kind back.
        return !complete && read.stream().anyMatch(dropped)
                ? null
                : new Alignment(complete, Arrays.copyOf(places, matched));
    }

    /** Number of the known messages in a list that lost its end and got nothing instead; 0 if it is another list. */
    static int cut(List<NumberedMessage> known, List<Message> read, boolean keepsResults) {
        for (Predicate<Message> dropped : keepsResults ? LOSSES.subList(0, 1) : LOSSES) {
            int matched = 0;
            for (int i = 0; i < known.size() && matched < read.size(); i++) {
                Message message = known.get(i).message();
                if (dropped.test(message)) {
                    continue;
                }
                if (!same(message, read.get(matched))) {
                    break;
                }
                if (++matched == read.size()) {
                    return i + 1;
                }
            }
        }
        return 0;
    }

    private static boolean same(Message known, Message read) {
        if (known.role() != read.role()) {
            return false;
        }
        if (known.role() == Role.TOOL) {
            // The text may have been taken out by the application or lost by the store; the call it answers says
            // enough.
            return known.toolCallId().equals(read.toolCallId())
                    || known.toolCallId().isEmpty()
                    || read.toolCallId().isEmpty();
        }
        boolean sameCalls = known.toolCalls().equals(read.toolCalls())
                || known.toolCalls().isEmpty()
                || read.toolCalls().isEmpty();
        return sameCalls && sameText(known.text(), read.text());
    }

    private static boolean sameText(String known, String read) {
        return known.equals(read) || known.strip().equals(read.strip());
    }

    boolean complete() {
        return complete;
    }

    /** Number of messages of the reading that are known. */
    int matched() {
        return places.length;
    }

    /** Number of the first {@code knownEnd} known messages that were read. */
    int readBefore(int knownEnd) {
        int found = Arrays.binarySearch(places, knownEnd);
        return found < 0 ? -found - 1 : found;
    }

    /** The index of the reading's message {@code index} among the {@code known} messages and the new ones after them. */
    int place(int index, int known) {
        return index < places.length ? places[index] : known + index - places.length;
    }

    /** The known lines, all of which were read, with the texts that the application has replaced; the same list if there are none. */
    static List<NumberedMessage> updated(List<NumberedMessage> known, List<Message> read) {
        List<NumberedMessage> updated = null;
        for (int i = 0; i < known.size(); i++) {
            NumberedMessage line = known.get(i);
            Message now = read.get(i);
            if (!now.text().isBlank() && !sameText(line.message().text(), now.text())) {
                updated = updated == null ? new ArrayList<>(known) : updated;
                updated.set(i, NumberedMessage.uncounted(line.sequence(), now));
            }
        }
        return updated == null ? known : updated;
    }
}
