package io.github.sessioncompression;

import io.github.sessioncompression.message.Message;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * A list that only grows and hands out snapshots in constant time.
 *
 * <p>A snapshot is a length over a shared array: elements are written behind every snapshot's length only, and growing
 * copies the array. So a view of a thousand messages costs no copy. Not safe for use by many threads; its snapshots are.
 */
final class MessageLog {
    private Message[] elements = new Message[16];
    private int size;

    void add(Message message) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size * 2);
        }
        elements[size++] = message;
    }

    int size() {
        return size;
    }

    List<Message> snapshot() {
        return new Snapshot(elements, size);
    }

    private static final class Snapshot extends AbstractList<Message> implements RandomAccess {
        private final Message[] elements;
        private final int size;

        Snapshot(Message[] elements, int size) {
            this.elements = elements;
            this.size = size;
        }

        @Override
        public Message get(int index) {
            return elements[Objects.checkIndex(index, size)];
        }

        @Override
        public int size() {
            return size;
        }
    }
}
