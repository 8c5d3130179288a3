package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one context behind its system messages, to find again what an application hands back of them.
 *
 * <p>A view shows placeholders for pruned results, repairs, and a state: handed back, they stand for the entries they
 * were made from, or for nothing. Each message is found once; of equal ones the next behind the one found last, for an
 * application keeps the order. Finding one takes logarithmic time. Not safe for use by many threads.
 */
final class ShownMessages {
    /** What {@link #find} says of a message that the context does not show. */
    static final int UNKNOWN = -1;

    private final Context context;
    private final List<Message> messages;
    private final long[] sequences;
    private final long validThrough;
    /** The sequence numbers that are shown, ascending. */
    private final long[] shown;

    /** What follows the last message shown; what a context that is still written does not show belongs to that message. */
    private final long end;
    /** Where each content stands that was not found yet. */
    private final Map<Message, TreeSet<Integer>> places = new HashMap<>();
    /** What was said at a place where something else is shown for it. */
    private final Map<Integer, Message> replaced = new HashMap<>();

    private int next;
    /** Up to where {@link #original} has given out what the context does not show. */
    private long given;

    ShownMessages(ShownBefore.Remembered remembered) {
        this(remembered, List.of());
    }

    /**
     * The messages of a context that are found by what was said, too, where something else is shown for it: an earlier view may
     * have shown the same state with fewer placeholders.
     *
     * @param entries what was said
     */
    ShownMessages(ShownBefore.Remembered remembered, List<Entry> entries) {
        this.context = remembered.context();
        this.validThrough = remembered.validThrough();
        List<Message> all = context.snapshot();
        int from = context.systemMessages().size();
        this.messages = all.subList(from, all.size());
        this.sequences = new long[messages.size()];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = context.sequenceAt(from + i);
            if (sequences[i] <= validThrough) {
                Message content = content(messages.get(i));
                put(content, i);
                Entry entry = entryAt(entries, sequences[i]);
                Message said = entry == null ? content : content(entry.message());
                if (!said.equals(content)) {
                    replaced.put(i, said);
                    put(said, i);
                }
            }
        }
        this.shown = Arrays.stream(sequences).filter(sequence -> sequence > 0).toArray();
        this.end = remembered.current() ? Long.MAX_VALUE : context.through() + 1;
        this.given = context.basis().headThrough();
    }

    private void put(Message content, int place) {
        places.computeIfAbsent(content, key -> new TreeSet<>()).add(place);
    }

    private static @Nullable Entry entryAt(List<Entry> entries, long sequence) {
        int index = Entry.countThrough(entries, sequence) - 1;
        return index >= 0 && entries.get(index).sequence() == sequence ? entries.get(index) : null;
    }

    /**
     * For each message of {@code list} its place, {@link #UNKNOWN} for one that is not shown: first what both begin and end
     * with, then what is between as {@link #find} has it.
     */
    int[] findAll(List<Message> list) {
        int[] found = new int[list.size()];
        int most = Math.min(found.length, sequences.length);
        int start = 0;
        while (start < most && isAt(list.get(start), start)) {
            found[start] = taken(start++);
        }
        int shift = sequences.length - found.length;
        int end = found.length;
        while (end > start && end + shift > start && isAt(list.get(end - 1), end - 1 + shift)) {
            end--;
            found[end] = taken(end + shift);
        }
        next = start;
        for (int i = start; i < end; i++) {
            found[i] = find(list.get(i));
        }
        return found;
    }

    private boolean isAt(Message message, int place) {
        return sequences[place] <= validThrough && same(message, messages.get(place));
    }

    private int taken(int place) {
        takeFrom(content(messages.get(place)), place);
        Message said = replaced.get(place);
        if (said != null) {
            takeFrom(said, place);
        }
        return place;
    }

    private void takeFrom(Message content, int place) {
        TreeSet<Integer> free = places.get(content);
        if (free != null) {
            free.remove(place);
        }
    }

    /** The place of a message that was not found yet; {@link #UNKNOWN} if there is none. */
    int find(Message message) {
        TreeSet<Integer> free = places.get(content(message));
        if (free == null || free.isEmpty()) {
            return UNKNOWN;
        }
        Integer behind = free.ceiling(next);
        int place = taken(behind != null ? behind : free.first());
        next = place + 1;
        return place;
    }

    /** Whether {@link #find} would find a message. */
    boolean knows(Message message) {
        TreeSet<Integer> free = places.get(content(message));
        return free != null && !free.isEmpty();
    }

    /** Whether the message there was made for the view: the state, its acknowledgement, a repair. */
    boolean isSynthetic(int place) {
        return sequences[place] == 0;
    }

    /** Whether the message there is shown although what is around it is not. */
    boolean isPinned(int place) {
        return sequences[place] > 0 && sequences[place] <= context.basis().headThrough();
    }

    long sequence(int place) {
        return sequences[place];
    }

    /** The sequence numbers of what is shown before the history, ascending. */
    List<Long> pinned() {
        return between(0, context.basis().headThrough());
    }

    /** The sequence numbers of the history, as far as it is in the transcript, ascending. */
    List<Long> history() {
        return between(context.basis().headThrough(), validThrough);
    }

    private List<Long> between(long after, long through) {
        return Arrays.stream(shown)
                .filter(sequence -> sequence > after && sequence <= through)
                .boxed()
                .toList();
    }

    /** Nothing up to {@code through} is given out by {@link #original} any more but what is asked for. */
    void skip(long through) {
        given = Math.max(given, through);
    }

    /** Up to where {@link #original} has given out what the context does not show. */
    long given() {
        return given;
    }

    /**
     * The message that the one at {@code place} was made from; nothing if it was erased since.
     *
     * <p>What is in {@code entries} around it and the view did not show, results without a call, comes with it: nobody can hand
     * that back.
     *
     * @param withSystem whether system messages are among what comes with it
     */
    List<Message> original(int place, List<Entry> entries, boolean withSystem) {
        long sequence = sequences[place];
        List<Message> originals = new ArrayList<>();
        addHidden(entries, sequence - 1, withSystem, originals);
        Entry entry = entryAt(entries, sequence);
        if (entry != null) {
            originals.add(entry.message());
        }
        addHidden(entries, nextShown(sequence) - 1, withSystem, originals);
        return originals;
    }

    private void addHidden(List<Entry> entries, long through, boolean withSystem, List<Message> to) {
        for (int i = Entry.countThrough(entries, given);
                i < entries.size() && entries.get(i).sequence() <= through;
                i++) {
            Entry entry = entries.get(i);
            if ((withSystem || entry.message().role() != Role.SYSTEM) && !isShown(entry.sequence())) {
                to.add(entry.message());
            }
        }
        skip(through);
    }

    private boolean isShown(long sequence) {
        return nextShown(sequence - 1) == sequence;
    }

    /** The sequence number of the first message shown after {@code sequence}; {@link #end} if there is none. */
    long nextShown(long sequence) {
        int found = Arrays.binarySearch(shown, sequence + 1);
        int index = found >= 0 ? found : -found - 1;
        return index < shown.length ? shown[index] : end;
    }

    static boolean same(Message one, Message other) {
        return (one.source() != null && one.source() == other.source())
                || content(one).equals(content(other));
    }

    /** What is said, without what a framework may lose or add. */
    static Message content(Message message) {
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
