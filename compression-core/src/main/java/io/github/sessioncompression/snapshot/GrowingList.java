package io.github.sessioncompression.snapshot;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A list that only grows and returns snapshots in constant time.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>A snapshot is a length over a shared array. Elements are written behind every snapshot's length only, and growing copies the array, so a view
 *       of a thousand messages costs no copy.
 *   <li>Taking an element away copies the array first: a later element must not show in a snapshot that has the old one.
 *   <li>What a framework makes of the elements is kept once for all snapshots ({@link Mapped}).
 * </ol>
 *
 * <p><b>Threads:</b> not safe for use by many; its snapshots are.
 */
public final class GrowingList<T> {
    /** Only elements of the list are ever in it. */
    @SuppressWarnings("unchecked")
    private T[] elements = (T[]) new Object[4];

    private int size;
    private Mapped<T> mapped = new Mapped<>();

    public void add(T element) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, size * 2);
        }
        elements[size++] = element;
    }

    public int size() {
        return size;
    }

    public T get(int index) {
        return elements[Objects.checkIndex(index, size)];
    }

    /** Takes the last element away, in linear time; snapshots taken so far keep it. */
    public void removeLast() {
        elements = Arrays.copyOf(elements, elements.length);
        elements[--size] = null;
        mapped = new Mapped<>();
    }

    /** The elements as they are now; later ones do not show in it. */
    public Snapshot<T> snapshot() {
        return new Snapshot<>(elements, size, mapped);
    }

    /** The elements so far; unmodifiable. */
    public static final class Snapshot<T> extends AbstractList<T> implements RandomAccess {
        private final T[] elements;
        private final int size;
        private final Mapped<T> mapped;

        private Snapshot(T[] elements, int size, Mapped<T> mapped) {
            this.elements = elements;
            this.size = size;
            this.mapped = mapped;
        }

        /** What is kept of these elements, and of those that snapshots of the same list begin with, in another form. */
        public Mapped<T> mapped() {
            return mapped;
        }

        @Override
        public T get(int index) {
            return elements[Objects.checkIndex(index, size)];
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Object[] toArray() {
            return Arrays.copyOf(elements, size, Object[].class);
        }
    }

    /**
     * The elements of a list in a framework's form: each is mapped once, and later snapshots take over what was mapped for earlier
     * ones.
     *
     * <p>Holds one form; another one begins again. Safe for use by many threads.
     */
    public static final class Mapped<T> {
        /** The form that {@code log} holds; {@code null} before the first. */
        private @Nullable Function<List<T>, ? extends List<?>> form;

        private @Nullable GrowingList<Object> log;
        /** Number of elements that were mapped. */
        private int through;

        /**
         * The elements of {@code all} in a framework's form, in a list of the caller's own.
         *
         * @param open true for an element that later ones may be joined to: those at the end are not kept
         * @param asked maps elements in a row; what it returns for two such rows is the same as for both together
         */
        public synchronized <R> List<R> of(List<T> all, Predicate<T> open, Function<List<T>, List<R>> asked) {
            int end = all.size();
            while (end > 0 && open.test(all.get(end - 1))) {
                end--;
            }
            GrowingList<Object> known = log;
            if (known == null || form != asked) {
                form = asked;
                known = new GrowingList<>();
                log = known;
                through = 0;
            }
            if (through > end) {
                return new ArrayList<>(asked.apply(all));
            }
            if (end > through) {
                asked.apply(all.subList(through, end)).forEach(known::add);
                through = end;
            }
            @SuppressWarnings("unchecked") // The form in force has made all of them.
            List<R> shared = (List<R>) known.snapshot();
            return new CopyOnChangeList<>(
                    shared, end == all.size() ? List.of() : asked.apply(all.subList(end, all.size())));
        }
    }
}
