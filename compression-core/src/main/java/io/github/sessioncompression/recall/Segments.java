package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where the segments of an index's conversation begin. */
final class Segments {
    private static final String MARK = "s";

    private final Segmenter.Course course;

    /** The first message of each segment by its number in the index. */
    private int[] starts = new int[4];

    private int size;
    private int messages;

    Segments(Segmenter segmenter) {
        this.course = segmenter.begin();
    }

    /** Follows the conversation: called for each message of the index, in order. */
    void add(Entry entry, List<String> terms) {
        boolean opens = course.opens(entry, terms);
        boolean full = size > 0 && messages - starts[size - 1] >= Segmenter.MAX_MESSAGES;
        if (opens || full || size == 0) {
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
            }
            starts[size++] = messages;
        }
        messages++;
    }

    /** The segments, oldest first, with those of their messages that are asked for; those that have none are left out. */
    List<Segment> list(IndexedMessages table, Searched among) {
        List<Segment> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int end = i + 1 < size ? starts[i + 1] : messages;
            List<Long> sequences = new ArrayList<>();
            for (int message = starts[i]; message < end; message++) {
                if (among.has(table.sequence(message), table.role(message))) {
                    sequences.add(table.sequence(message));
                }
            }
            if (!sequences.isEmpty()) {
                list.add(new Segment(name(i, table), sequences));
            }
        }
        return list;
    }

    /** The places of a segment's messages; none if there is no such segment. */
    List<Long> of(String id, IndexedMessages table) {
        List<Long> sequences = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            if (name(i, table).equals(id)) {
                int end = i + 1 < size ? starts[i + 1] : messages;
                for (int message = starts[i]; message < end; message++) {
                    sequences.add(table.sequence(message));
                }
            }
        }
        return sequences;
    }

    /** The name of the segment that the message with that number in the index is in. */
    String nameOf(int message, IndexedMessages table) {
        int found = Arrays.binarySearch(starts, 0, size, message);
        return name(found >= 0 ? found : -found - 2, table);
    }

    private String name(int segment, IndexedMessages table) {
        return MARK + table.sequence(starts[segment]);
    }

    long bytes() {
        return (long) Integer.BYTES * starts.length;
    }
}
