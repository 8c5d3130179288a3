package io.github.sessioncompression.snapshot;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;

/**
 * A list that its owner may change at will, over elements that it shares with others: they are copied before the first change of one. An element that
 * is added at the end, which is what frameworks do, copies nothing. <b>Threads:</b> not safe.
 */
final class CopyOnChangeList<R> extends AbstractList<R> implements RandomAccess {
    /** The first elements; unmodifiable, and empty once they were copied. */
    private List<R> shared;
    /** The elements behind them. */
    private final ArrayList<R> own;

    CopyOnChangeList(List<R> shared, List<R> own) {
        this.shared = shared;
        this.own = new ArrayList<>(own);
    }

    @Override
    public R get(int index) {
        return index < shared.size() ? shared.get(index) : own.get(index - shared.size());
    }

    @Override
    public int size() {
        return shared.size() + own.size();
    }

    @Override
    public R set(int index, R element) {
        return own.set(owned(index), element);
    }

    @Override
    public void add(int index, R element) {
        own.add(owned(index), element);
        modCount++;
    }

    @Override
    public R remove(int index) {
        R removed = own.remove(owned(index));
        modCount++;
        return removed;
    }

    /** Place of an element in the list's own part, after all that is shared has become its own if the element is shared. */
    private int owned(int index) {
        if (index < shared.size()) {
            own.addAll(0, shared);
            shared = List.of();
        }
        return index - shared.size();
    }
}
