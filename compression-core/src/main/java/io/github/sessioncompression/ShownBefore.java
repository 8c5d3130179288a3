package io.github.sessioncompression;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The contexts of the views handed out last, so that a list that an application took of one of them is still understood when another
 * one is in force.
 *
 * <p>A context is a log that its views share, so remembering it copies nothing; at most {@value #MOST} are.
 */
final class ShownBefore {
    static final int MOST = 4;

    /**
     * A context that was handed out.
     *
     * @param current whether it is the one in force
     * @param validThrough its messages after this sequence number are not in the transcript any more
     */
    record Remembered(Context context, boolean current, long validThrough) {
        /** Whether a part of what its state covers was taken out of the transcript: then it can't hold again. */
        boolean isDead() {
            return context.basis().headThrough() > validThrough;
        }

        Basis basis() {
            return context.basis();
        }
    }

    private final Deque<Remembered> newestFirst = new ArrayDeque<>();

    /** Remembers a context as the newest. */
    @SuppressWarnings("ReferenceEquality") // A context is a log with an identity of its own.
    void add(Context context) {
        Remembered newest = newestFirst.peekFirst();
        if (newest != null && newest.context() == context) {
            return;
        }
        newestFirst.removeIf(each -> each.context() == context);
        newestFirst.addFirst(new Remembered(context, false, Long.MAX_VALUE));
        if (newestFirst.size() > MOST) {
            newestFirst.removeLast();
        }
    }

    /** The messages after {@code keepThrough} are other ones from now on. */
    void cutAfter(long keepThrough) {
        List<Remembered> all = new ArrayList<>(newestFirst);
        newestFirst.clear();
        for (Remembered each : all) {
            newestFirst.addLast(new Remembered(each.context(), false, Math.min(each.validThrough(), keepThrough)));
        }
    }

    void clear() {
        newestFirst.clear();
    }

    /** All that are remembered, {@code current} before all others, then the newest first. */
    @SuppressWarnings("ReferenceEquality") // As above.
    List<Remembered> from(Context current) {
        List<Remembered> all = new ArrayList<>();
        all.add(new Remembered(current, true, Long.MAX_VALUE));
        newestFirst.stream().filter(each -> each.context() != current).forEach(all::add);
        return all;
    }
}
