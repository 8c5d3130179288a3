package io.github.sessioncompression;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The contexts of the views handed out last, so that a list that an application took of one of them is still understood when another
 * one is in force.
 *
 * <p>A context is a log that its views share, so remembering it copies nothing; at most {@value #MOST} are. So are as many of before
 * somebody else changed the messages, until {@value #MOST_VIEWS} views were handed out since.
 */
final class ShownBefore {
    static final int MOST = 4;
    /** Nobody is taken to hand back a view that is so many views old and that somebody else has changed since. */
    static final int MOST_VIEWS = 32;

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
    /** Contexts of before somebody else changed the messages that they show, the newest first. */
    private final Deque<Outdated> outdated = new ArrayDeque<>();
    /** How many views were handed out since. */
    private int viewsSince;
    /** What somebody else has added since a context was handed out last. */
    private Unseen unseen = new Unseen();

    /**
     * A context of before somebody else changed the messages that it shows: no sequence number means any more what it means there.
     *
     * @param unseen what nobody was shown of it
     */
    record Outdated(Context context, Unseen unseen) {
        Remembered remembered() {
            return new Remembered(context, false, Long.MAX_VALUE);
        }
    }

    /** Remembers a context, of which a view is handed out, as the newest. */
    @SuppressWarnings("ReferenceEquality") // A context is a log with an identity of its own.
    void add(Context context) {
        if (!unseen.isEmpty()) {
            unseen = new Unseen();
        }
        if (!outdated.isEmpty() && ++viewsSince >= MOST_VIEWS) {
            outdated.clear();
        }
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

    /** Somebody else has added the messages after {@code after} up to and including {@code through}. */
    void addedByOthers(long after, long through) {
        if (!newestFirst.isEmpty()) {
            unseen.add(after, through);
        }
    }

    /** What somebody else has added since a context was handed out last. */
    Unseen unseen() {
        return unseen;
    }

    /** Somebody else has changed the messages: all contexts are outdated. */
    void changedByOthers() {
        while (!newestFirst.isEmpty()) {
            outdated.addFirst(new Outdated(newestFirst.removeLast().context(), unseen));
        }
        while (outdated.size() > MOST) {
            outdated.removeLast();
        }
        viewsSince = 0;
        unseen = new Unseen();
    }

    /** The contexts of before somebody else changed the messages, the newest first. */
    List<Outdated> outdated() {
        return List.copyOf(outdated);
    }

    /** The contexts that were handed out since, the newest first. */
    List<Context> handedOut() {
        return newestFirst.stream().map(Remembered::context).toList();
    }

    void clear() {
        newestFirst.clear();
        outdated.clear();
        unseen = new Unseen();
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
