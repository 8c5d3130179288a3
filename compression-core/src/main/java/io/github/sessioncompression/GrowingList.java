package io.github.sessioncompression;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A list that only grows and hands out snapshots in constant time.
 *
 * <p>A snapshot is a length over a shared array: elements are written behind every snapshot's length only, and growing
 * copies the array. So a view of a thousand messages costs no copy. Not safe for use by many threads; its snapshots are.
 */
final class GrowingList<T> {
    /** Only elements of the list are ever in it. */
    @SuppressWarnings("unchecked")
    private T[] elements = (T[]) new Object[16];

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

    T get(int index) {
        return elements[Objects.checkIndex(index, size)];
    }

    /** Takes the last element away; snapshots taken so far keep it. */
    void removeLast() {
        elements = Arrays.copyOf(elements, elements.length);
        elements[--size] = null;
    }

    List<T> snapshot() {
        return Collections.unmodifiableList(Arrays.asList(elements).subList(0, size));
    }
}
