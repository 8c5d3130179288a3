package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The first messages of an index's segments. A segment is named after its first message. */
final class Segments {
    private static final String PREFIX = "s";

    private final Segmenter.Strategy strategy;
    private final IndexedMessages messages;
    private int[] starts = new int[4];
    private int size;

    Segments(Segmenter segmenter, IndexedMessages messages) {
        this.strategy = segmenter.begin();
        this.messages = messages;
    }

    /** Assigns the next message, before it is added to the messages, to the last segment or to a new one. */
    void add(Entry entry, List<String> terms) {
        boolean opens = strategy.opens(entry, terms);
        boolean full = size > 0 && messages.size() - starts[size - 1] >= Segmenter.MAX_MESSAGES;
        if (opens || full || size == 0) {
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
            }
            starts[size++] = messages.size();
        }
    }

    /** Follows a renumbering of the messages: a segment begins with the first of its messages that is left. */
    void renumber(int[] numbers) {
        int before = size;
        size = 0;
        for (int i = 0; i < before; i++) {
            int end = i + 1 < before ? starts[i + 1] : numbers.length;
            int first = starts[i];
            while (first < end && numbers[first] < 0) {
                first++;
            }
            if (first < end) {
                starts[size++] = numbers[first];
            }
        }
    }

    /** The segments, oldest first, with those of their messages that the filter selects; empty ones are left out. */
    List<Segment> list(MessageSearch.Filter filter) {
        List<Segment> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<Long> sequences = sequences(i, filter);
            if (!sequences.isEmpty()) {
                list.add(new Segment(name(i), sequences));
            }
        }
        return list;
    }

    /** The sequence numbers of a segment's messages; none if there is no such segment. */
    List<Long> of(String id) {
        for (int i = 0; i < size; i++) {
            if (name(i).equals(id)) {
                return sequences(i, MessageSearch.Filter.ALL);
            }
        }
        return List.of();
    }

    private List<Long> sequences(int segment, MessageSearch.Filter filter) {
        List<Long> sequences = new ArrayList<>();
        int end = segment + 1 < size ? starts[segment + 1] : messages.size();
        for (int message = starts[segment]; message < end; message++) {
            if (filter.accepts(messages.sequence(message), messages.role(message))) {
                sequences.add(messages.sequence(message));
            }
        }
        return sequences;
    }

    /** The name of a message's segment. */
    String nameOf(int message) {
        int found = Arrays.binarySearch(starts, 0, size, message);
        return name(found >= 0 ? found : -found - 2);
    }

    private String name(int segment) {
        return PREFIX + messages.sequence(starts[segment]);
    }

    long bytes() {
        return (long) Integer.BYTES * starts.length;
    }
}
