package io.github.sessioncompression.context;

import io.github.sessioncompression.edit.Shown;
import io.github.sessioncompression.edit.Shown.Ranges;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.request.RequestMatch;
import io.github.sessioncompression.request.ShownRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The contexts of the views returned lately, so that a list which an application took from one of them is understood after the context has changed.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The context of each returned view is kept, the newest first, at most {@value #MOST}; the one in force is always among {@link #all}.
 *   <li>An edit limits how far the numbers of a context are valid. After a change of the messages by another process none is: such a context is
 *       outdated, and is dropped after {@value #MOST_VIEWS} more views.
 *   <li>Messages that another process has added are unseen until the next view: a list without them has not removed them.
 * </ol>
 *
 * <p>A context is a log that its views share, so nothing is copied. <b>Threads:</b> not safe; used under the chat's lock.
 */
public final class ShownViews {
    /** Maximum contexts that are kept. */
    public static final int MOST = 4;
    /** Views after which an outdated context is dropped. */
    static final int MOST_VIEWS = 32;

    /**
     * A context with what {@link Shown} needs of it.
     *
     * @param handedOut true if a view of it was returned; the one in force may not have been shown yet
     * @param validThrough last sequence number that is still in its place; negative if none is
     * @param unseen messages of other processes that no view has shown
     */
    public record Handed(Context context, boolean handedOut, long validThrough, Ranges unseen) {
        boolean isOutdated() {
            return validThrough < 0;
        }

        public Shown shown() {
            return new Shown(
                    context.snapshot(),
                    context.parts().stream().map(ViewPart::sequence).toList(),
                    context.systemMessages().size(),
                    context.stateMessages(),
                    context.stateInSystem(),
                    context.basis().record(),
                    context.basis().headThrough(),
                    context.through(),
                    handedOut,
                    validThrough,
                    unseen);
        }
    }

    private final List<Handed> newestFirst = new ArrayList<>();
    private long otherThrough;
    private int viewsSinceOutdated;
    private Ranges unseen = new Ranges();

    /** What a request shows that is made of {@code context}. */
    public static ShownRequest request(Context context) {
        int size = context.size();
        long[] sequences = new long[size];
        int[] tokens = new int[size];
        for (int i = 0; i < size; i++) {
            sequences[i] = context.sequenceAt(i);
            tokens[i] = context.tokensUpTo(i + 1) - context.tokensUpTo(i);
        }
        int state = context.headMessages() - context.stateMessages().size();
        return new ShownRequest(
                context.snapshot(), sequences, tokens, state, context.headMessages(), context.showsOnlyEarlier());
    }

    /** Matches a request with the context that it was made of: the one in force, or that of a view returned lately. */
    public RequestMatch match(List<Message> request, Context current) {
        Stream<Handed> valid = all(current).stream().takeWhile(each -> !each.isOutdated());
        return RequestMatch.best(request, valid.map(each -> request(each.context())));
    }

    /** A view of this context was returned: what was unseen has been shown, and the context is the newest. */
    @SuppressWarnings("ReferenceEquality") // A context is a log with an identity of its own.
    public void add(Context context) {
        unseen.clear();
        if (++viewsSinceOutdated >= MOST_VIEWS) {
            newestFirst.removeIf(Handed::isOutdated);
        }
        if (newestFirst.isEmpty() || newestFirst.get(0).context() != context) {
            newestFirst.removeIf(each -> each.context() == context);
            newestFirst.add(0, new Handed(context, true, Long.MAX_VALUE, unseen));
        }
        if (newestFirst.size() > MOST) {
            newestFirst.remove(MOST);
        }
    }

    /** An edit by this process has replaced the messages after {@code keepThrough}. */
    public void cutAfter(long keepThrough) {
        newestFirst.replaceAll(
                each -> new Handed(each.context(), true, Math.min(each.validThrough(), keepThrough), each.unseen()));
    }

    /** Another process has added the messages after {@code after} up to and including {@code through}. */
    public void addedByOthers(long after, long through) {
        if (newestFirst.stream().anyMatch(each -> !each.isOutdated())) {
            unseen.add(after, through);
        }
    }

    /** Another process has edited, replaced or deleted the messages: no number of a context kept here holds. */
    public void changedByOthers() {
        cutAfter(-1);
        viewsSinceOutdated = 0;
        unseen = new Ranges();
    }

    /** Forgets all contexts: the chat was deleted. */
    public void clear() {
        newestFirst.clear();
        unseen = new Ranges();
    }

    /** Calls behind message {@code last} and earlier ones may have been sent other messages than a context has. */
    public void otherThrough(long last) {
        otherThrough = last;
    }

    long otherThrough() {
        return otherThrough;
    }

    /** The context in force, then the others, the newest first. */
    @SuppressWarnings("ReferenceEquality") // As above.
    public List<Handed> all(Context current) {
        List<Handed> all = new ArrayList<>(newestFirst);
        boolean handedOut = all.removeIf(each -> each.context() == current);
        all.add(0, new Handed(current, handedOut, Long.MAX_VALUE, unseen));
        return all;
    }
}
