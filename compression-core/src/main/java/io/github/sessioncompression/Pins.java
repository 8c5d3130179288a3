package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the messages before a place in the transcript once the view leaves them out: these stay all the same.
 *
 * <p>System messages stay; so does every group with a pinned message in it, for a call and its results can't be separated.
 * Inside a turn its user message stays as long as the turn is the current one: pinned, but only for its turn.
 *
 * @param system the system messages among them
 * @param history the other messages that stay, in order
 * @param turn the user message of the turn that the place is in; {@code null} if a turn begins there
 * @param covered the messages that don't stay, in order
 */
record Pins(List<Entry> system, List<Entry> history, @Nullable Entry turn, List<Entry> covered) {

    /**
     * What stays of everything before the place {@code end}.
     *
     * @param pinned what stayed before, in order
     * @param active the entries after it
     * @param end the first of them that is left alone; 0 releases nothing
     */
    static Pins before(List<Entry> pinned, List<Entry> active, int end) {
        Entry turn = null;
        if (isInsideTurn(active, end)) {
            int user = lastUser(active.subList(0, end));
            int earlier = lastUser(pinned);
            turn = user >= 0 ? active.get(user) : earlier >= 0 ? pinned.get(earlier) : null;
        }
        Pins pins = new Pins(new ArrayList<>(), new ArrayList<>(), turn, new ArrayList<>());
        for (Entry entry : pinned) {
            pins.put(entry, end == 0 || !onlyForItsTurn(entry) || entry.equals(turn));
        }
        List<Entry> span = active.subList(0, end);
        boolean[] marked = marked(span);
        for (int i = 0; i < end; i++) {
            pins.put(span.get(i), marked[i] || span.get(i).equals(turn));
        }
        return pins;
    }

    private void put(Entry entry, boolean stays) {
        if (entry.message().role() == Role.SYSTEM) {
            system.add(entry);
        } else if (stays) {
            history.add(entry);
        } else {
            covered.add(entry);
        }
    }

    /** The sequence numbers of all that stays but for the system messages that {@code keepsSystem} refuses, ascending. */
    List<Long> sequences(Predicate<Entry> keepsSystem) {
        List<Long> sequences = new ArrayList<>();
        system.stream().filter(keepsSystem).forEach(entry -> sequences.add(entry.sequence()));
        history.forEach(entry -> sequences.add(entry.sequence()));
        sequences.sort(null);
        return sequences;
    }

    /** Which of {@code entries} are in a group with a pinned message. */
    static boolean[] marked(List<Entry> entries) {
        boolean[] marked = new boolean[entries.size()];
        for (int start = 0; start < marked.length; ) {
            Message first = entries.get(start).message();
            int end = start + 1;
            boolean pinned = first.pinned() && first.role() != Role.TOOL;
            while (first.callsTools()
                    && end < marked.length
                    && entries.get(end).message().role() == Role.TOOL) {
                pinned |= entries.get(end++).message().pinned();
            }
            for (; start < end; start++) {
                marked[start] = pinned;
            }
        }
        return marked;
    }

    /** Whether {@code pinned}, which the record pins, is so for its turn alone. */
    static boolean onlyForItsTurn(Entry pinned) {
        return pinned.message().role() == Role.USER && !pinned.message().pinned();
    }

    /** The index of the last user message, -1 if there is none. */
    static int lastUser(List<Entry> entries) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).message().role() == Role.USER) {
                return i;
            }
        }
        return -1;
    }

    /** Whether what follows {@code index} goes on with a turn that began before it. */
    private static boolean isInsideTurn(List<Entry> active, int index) {
        for (Entry entry : active.subList(index, active.size())) {
            if (entry.message().role() != Role.SYSTEM) {
                return entry.message().role() != Role.USER;
            }
        }
        return false;
    }
}
