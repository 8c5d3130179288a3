package io.github.sessioncompression.edit;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A context that views were taken from, with what has become of its messages since. Immutable, except that {@code unseen} follows the chat.
 *
 * @param messages the messages, in order
 * @param sequences sequence numbers of {@code messages}; 0 for a message that was made for the view. They ascend behind the system messages, except
 *     those of results that came late, which are shown behind their calls
 * @param systemMessages number of system messages in front
 * @param stateMessages messages that carry the state; empty if the system prompt does
 * @param stateInSystem text that the state added to the system prompt
 * @param record the record that it was made from
 * @param headThrough last sequence number before the history that it shows: covered, left out, pinned, or a system message in front
 * @param through last sequence number that it was given
 * @param handedOut true if an application has a view of it
 * @param validThrough sequence numbers after this one are not in the transcript any more; negative if none holds, because another process has
 *     rewritten the messages
 * @param unseen messages of other processes that no view has shown
 */
public record Shown(
        List<Message> messages,
        List<Long> sequences,
        int systemMessages,
        List<Message> stateMessages,
        String stateInSystem,
        CompressionRecord record,
        long headThrough,
        long through,
        boolean handedOut,
        long validThrough,
        Ranges unseen) {
    /** True if another process has rewritten the messages, so that no number of this context holds. */
    boolean isOutdated() {
        return validThrough < 0;
    }

    /** True if a part of what its state covers is not in the transcript any more. */
    boolean isDead() {
        return !isOutdated() && headThrough > validThrough;
    }

    /** The message that carries the state; {@code null} if no state is shown. */
    @Nullable
    Message stateMessage() {
        if (!stateInSystem.isEmpty()) {
            return messages.get(0);
        }
        return stateMessages.isEmpty() ? null : stateMessages.get(0);
    }

    /** True if one of {@code list} is the message that carries its state. */
    boolean isStateIn(List<Message> list) {
        Message state = stateMessage();
        return state != null && list.stream().anyMatch(message -> same(message, state));
    }

    /** True if two messages have the same content, or carry the same message of a framework. */
    @SuppressWarnings("ReferenceEquality") // The same instance needs no comparison.
    public static boolean same(Message one, Message other) {
        return one == other
                || (one.source() != null && one.source() == other.source())
                || content(one).equals(content(other));
    }

    /** A message without what frameworks drop or add. Two of equal content are one message for an edit. */
    public static Message content(Message message) {
        return new Message(
                message.role(),
                message.text(),
                message.toolCalls(),
                message.toolCallId(),
                false,
                message.mediaCount(),
                message.name(),
                null,
                null,
                false,
                null,
                null);
    }

    /** Ranges of sequence numbers. Adding and looking up take logarithmic time. Not safe for use by many threads. */
    public static final class Ranges {
        /** The last number of each range by the number before its first. */
        private final TreeMap<Long, Long> ranges = new TreeMap<>();

        /** Adds the numbers after {@code after}, up to and including {@code through}. */
        public void add(long after, long through) {
            var before = ranges.floorEntry(after);
            ranges.put(before != null && before.getValue() == after ? before.getKey() : after, through);
        }

        /** True if one of the ranges has the number. */
        public boolean has(long sequence) {
            var before = ranges.lowerEntry(sequence);
            return before != null && sequence <= before.getValue();
        }

        /** Removes all ranges. */
        public void clear() {
            ranges.clear();
        }
    }
}
