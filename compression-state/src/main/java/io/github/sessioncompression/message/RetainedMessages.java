package io.github.sessioncompression.message;

import java.util.ArrayList;
import java.util.List;

/**
 * Selects the messages before a boundary that stay in the view when the others leave it.
 *
 * <p>System messages stay; so does every group with a pinned message in it, for a call and its results can't be separated, and
 * the question of a turn that continues after the boundary. Takes linear time.
 *
 * <p><em>Does nothing when</em> nothing is pinned and the boundary is between two turns: only system messages stay.
 * <em>Threads</em>: has no state.
 */
public final class RetainedMessages {
    private RetainedMessages() {}

    /** The indices of the messages among the first {@code end} that stay, ascending. */
    public static List<Integer> before(List<Message> messages, int end) {
        boolean[] pinned = inPinnedGroup(messages.subList(0, end));
        int question = isInsideTurn(messages, end) ? lastUser(messages.subList(0, end)) : -1;
        List<Integer> staying = new ArrayList<>();
        for (int i = 0; i < end; i++) {
            if (pinned[i] || i == question || messages.get(i).role() == Role.SYSTEM) {
                staying.add(i);
            }
        }
        return staying;
    }

    /** For each message, true if it is in a group with a pinned one; a result without its call never is. */
    public static boolean[] inPinnedGroup(List<Message> messages) {
        boolean[] marked = new boolean[messages.size()];
        for (int start = 0; start < marked.length; ) {
            Message first = messages.get(start);
            int end = start + 1;
            boolean pinned = first.pinned() && first.role() != Role.TOOL;
            while (first.callsTools()
                    && end < marked.length
                    && messages.get(end).role() == Role.TOOL) {
                pinned |= messages.get(end++).pinned();
            }
            for (; start < end; start++) {
                marked[start] = pinned;
            }
        }
        return marked;
    }

    /**
     * True if a turn that began before the message at {@code index} continues there: it ends at the next user message, and at the
     * end of the list if the assistant has answered.
     */
    public static boolean isInsideTurn(List<Message> messages, int index) {
        for (Message message : messages.subList(index, messages.size())) {
            if (message.role() != Role.SYSTEM) {
                return message.role() != Role.USER;
            }
        }
        for (int i = index - 1; i >= 0; i--) {
            Message message = messages.get(i);
            if (message.role() != Role.SYSTEM) {
                return message.role() != Role.ASSISTANT || message.callsTools();
            }
        }
        return false;
    }

    /** The index of the last user message, -1 if there is none. */
    public static int lastUser(List<Message> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i).role() == Role.USER) {
                return i;
            }
        }
        return -1;
    }
}
