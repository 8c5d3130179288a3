package io.github.sessioncompression;

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
final class GrowingList<T> {
    private Object[] elements = new Object[16];
    private int size;

    void add(T element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size * 2);
        }
        elements[size++] = element;
    }

    int size() {
        return size;
    }

    /** Only a {@code T} was ever added. */
    @SuppressWarnings("unchecked")
    T get(int index) {
        return (T) elements[Objects.checkIndex(index, size)];
    }

    /** Takes the last element away; snapshots taken so far keep it. */
    void removeLast() {
        elements = Arrays.copyOf(elements, elements.length);
        elements[--size] = null;
    }

    List<T> snapshot() {
        return new Snapshot<>(elements, size);
    }

    private static final class Snapshot<T> extends AbstractList<T> implements RandomAccess {
        private final Object[] elements;
        private final int size;

        Snapshot(Object[] elements, int size) {
            this.elements = elements;
            this.size = size;
        }

        /** Only a {@code T} was ever added. */
        @Override
        @SuppressWarnings("unchecked")
        public T get(int index) {
            return (T) elements[Objects.checkIndex(index, size)];
        }

        @Override
        public int size() {
            return size;
        }
    }
}
