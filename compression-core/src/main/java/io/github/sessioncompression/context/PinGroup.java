package io.github.sessioncompression.context;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.List;

/**
 * Reads a message that will be pinned, with the tool calls and results that it can't be separated from.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Read the messages within reach on either side, from the store, because the message may be compressed.
 *   <li>From a result, walk back to its calls; from calls, walk on to the last result.
 *   <li>If the group may continue outside what was read, begin again with four times the reach.
 * </ol>
 *
 * <p><b>Threads:</b> used under the chat's lock. <b>On failure</b> of the store its exception is thrown.
 */
public final class PinGroup {
    /** Messages on either side in which most groups are whole. */
    private static final long NEAR = 8;

    private PinGroup() {}

    /**
     * The group of the message under {@code sequence}, read from the store.
     *
     * @throws IllegalArgumentException if there is no such message, or if it is a system message or a result without its call
     */
    public static List<Entry> of(StoredChat stored, long sequence) {
        return group(stored, sequence, NEAR);
    }

    /** The group, looked for within {@code reach}. */
    private static List<Entry> group(StoredChat stored, long sequence, long reach) {
        long last = stored.lastSequence();
        List<Entry> read = sequence < 1 || sequence > last
                ? List.of()
                : stored.between(Math.max(0, sequence - reach - 1), Math.min(last, sequence + reach));
        int at = Entry.countThrough(read, sequence) - 1;
        if (at < 0 || read.get(at).sequence() != sequence) {
            String bound = sequence < 1 || sequence > last
                    ? "from " + Math.min(1, last) + " to " + last
                    : "not of one erased, replaced or of an earlier session";
            throw new IllegalArgumentException(
                    "sequence must be that of a message in the transcript, " + bound + ", but was " + sequence);
        }
        int start = at;
        while (start > 0 && read.get(start).message().role() == Role.TOOL) {
            start--;
        }
        Message first = read.get(start).message();
        int end = at + 1;
        while (first.callsTools()
                && end < read.size()
                && read.get(end).message().role() == Role.TOOL) {
            end++;
        }
        boolean goesOnBefore = first.role() == Role.TOOL && sequence > reach;
        boolean goesOnBehind = first.callsTools() && end == read.size() && last > sequence + reach;
        return goesOnBefore || goesOnBehind
                ? group(stored, sequence, 4 * reach)
                : requirePinnable(read.subList(start, end), sequence);
    }

    /**
     * The group itself. It must begin with calls, unless it is the message alone: a pinned result without its call would make every request invalid.
     */
    private static List<Entry> requirePinnable(List<Entry> group, long sequence) {
        Message first = group.get(0).message();
        if (first.role() == Role.SYSTEM && group.get(0).sequence() == sequence) {
            throw new IllegalArgumentException(
                    "sequence must not be that of a system message, which stays anyway, but was " + sequence);
        }
        if (group.get(0).sequence() != sequence ? !first.callsTools() : first.role() == Role.TOOL) {
            throw new IllegalArgumentException(
                    "sequence must not be that of a tool result without its call, but was " + sequence);
        }
        return group;
    }
}
