package io.github.sessioncompression.edit;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A chat as a list is compared with it: its transcript, its record, and the views that the list may have been taken from.
 *
 * <p><b>Threads:</b> used under the chat's lock, because its functions read the chat and its store.
 *
 * @param options the block that views append to the system prompt
 * @param form the form in which views show an entry that is not pruned
 * @param onlyLatestSystem true if a system message takes the place of the one before it
 * @param shown the contexts shown lately, the one in force first
 * @param record the record in force
 * @param last the last sequence number
 * @param latestSystem the last system message; {@code null} if there is none
 * @param active the entries behind the record's boundary
 * @param read reads the entries after a sequence number from the store
 * @param isEarlierState true for the text of a state message that an earlier record of this chat has shown
 * @param isErasedAfter true if a message was erased after the record of that version, as far as the store still has the records since
 */
public record ChatSnapshot(
        StateOptions options,
        Function<Entry, Message> form,
        boolean onlyLatestSystem,
        List<Shown> shown,
        CompressionRecord record,
        long last,
        @Nullable Entry latestSystem,
        List<Entry> active,
        LongFunction<List<Entry>> read,
        Predicate<String> isEarlierState,
        LongPredicate isErasedAfter) {

    long boundary() {
        return record.boundary();
    }

    /** The entries after {@code sequence}, read from the store only if some of them are covered. */
    List<Entry> after(long sequence) {
        if (sequence >= last) {
            return List.of();
        }
        return sequence >= boundary()
                ? active.subList(Entry.countThrough(active, sequence), active.size())
                : read.apply(sequence);
    }

    /** System messages as they were written, without the awareness block and the state that views append; those that a view made up are left out. */
    List<Message> plain(List<Message> system) {
        return system.stream()
                .map(this::plain)
                .filter(message -> !message.text().isEmpty())
                .toList();
    }

    /** A system message without the state of a view and without the block; the same instance if it has neither. */
    private Message plain(Message message) {
        String text = message.text();
        for (Shown each : shown) {
            String state = each.stateInSystem();
            if (!state.isEmpty() && text.endsWith(state)) {
                text = text.substring(0, text.length() - state.length()).stripTrailing();
                break;
            }
        }
        text = options.removeAwareness(text);
        return text.equals(message.text()) ? message : message.withText(text);
    }
}
