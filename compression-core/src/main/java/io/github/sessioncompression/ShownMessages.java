package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The messages of a view, to find again what an application hands back of them.
 *
 * <p>A view shows placeholders for pruned results, repairs, and a state: handed back, they stand for the entries they
 * were made from, or for nothing. Each message of the view is found once, and in order: what comes before a message that
 * was found is not found any more. Not safe for use by many threads.
 */
final class ShownMessages {
    private final List<Message> messages;
    private final long[] sequences;
    private final List<Entry> entries;
    private final Set<Long> shown = new HashSet<>();
    private final Map<Message, Deque<Integer>> places = new HashMap<>();
    private int next;
    private int nextEntry;

    /**
     * The history of a view.
     *
     * @param from the view's first message that is meant
     * @param entries the entries that the view was made from
     */
    ShownMessages(Context context, int from, List<Entry> entries) {
        List<Message> all = context.snapshot();
        this.messages = all.subList(from, all.size());
        this.sequences = new long[messages.size()];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = context.sequenceAt(from + i);
            shown.add(sequences[i]);
            places.computeIfAbsent(content(messages.get(i)), key -> new ArrayDeque<>())
                    .add(i);
        }
        this.entries = entries;
    }

    int size() {
        return sequences.length;
    }

    /** Whether {@code given} is the first message. */
    boolean isFirst(Message given) {
        return !messages.isEmpty() && same(given, messages.get(0));
    }

    /** How many messages of {@code given} are the view's, from the first on. */
    int commonStart(List<Message> given) {
        int most = Math.min(given.size(), messages.size());
        int same = 0;
        while (same < most && same(given.get(same), messages.get(same))) {
            same++;
        }
        return same;
    }

    /** The sequence number of the last entry among the first {@code count} messages; 0 if there is none. */
    long lastSequence(int count) {
        for (int i = count - 1; i >= 0; i--) {
            if (sequences[i] > 0) {
                return sequences[i];
            }
        }
        return 0;
    }

    /** Whether {@code given} is a message of the view that comes after those found before. */
    boolean isNext(Message given) {
        return place(given) >= 0;
    }

    /**
     * What {@code given} stands for: the entry's own message, itself if the view does not have it, or nothing for a repair.
     *
     * <p>What came before it in the chat and the view did not show, results without a call and turns that are left out for now,
     * comes with it: nobody can hand that back.
     */
    List<Message> take(Message given) {
        int place = place(given);
        if (place < 0) {
            return List.of(given);
        }
        next = place + 1;
        List<Message> taken = new ArrayList<>();
        while (nextEntry < entries.size() && entries.get(nextEntry).sequence() <= sequences[place]) {
            Entry entry = entries.get(nextEntry++);
            boolean unseen = !shown.contains(entry.sequence()) && entry.message().role() != Role.SYSTEM;
            if (entry.sequence() == sequences[place] || unseen) {
                taken.add(entry.message());
            }
        }
        return taken;
    }

    /** Nothing up to {@code through} is given out by {@link #take} any more. */
    void skip(long through) {
        nextEntry = Math.max(nextEntry, Entry.countThrough(entries, through));
    }

    /** The messages after the first {@code count}, each as {@link #take} has it; entries up to {@code through} stay out. */
    List<Message> takeAll(List<Message> given, int count, long through) {
        next = count;
        skip(through);
        List<Message> taken = new ArrayList<>();
        for (Message message : given.subList(count, given.size())) {
            taken.addAll(take(message));
        }
        return taken;
    }

    private int place(Message given) {
        Deque<Integer> found = places.get(content(given));
        if (found == null) {
            return -1;
        }
        while (!found.isEmpty() && found.element() < next) {
            found.remove();
        }
        return found.isEmpty() ? -1 : found.element();
    }

    static boolean same(Message one, Message other) {
        return (one.source() != null && one.source() == other.source())
                || content(one).equals(content(other));
    }

    /** What is said, without what a framework may lose or add. */
    private static Message content(Message message) {
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
                null);
    }
}
