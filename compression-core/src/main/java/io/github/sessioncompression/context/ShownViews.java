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
 * The contexts of the views returned lately, so that a list which an application took from one of them is understood after the context
 * has changed.
 *
 * <p>Holds at most {@value #MOST} contexts; those from before another process rewrote the messages are dropped after
 * {@value #MOST_VIEWS} more views. A context is a log that its views share, so nothing is copied. Not safe for use by many threads.
 */
public final class ShownViews {
    public static final int MOST = 4;
    static final int MOST_VIEWS = 32;

    /** A context with what {@link Shown} needs of it. */
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

    public void changedByOthers() {
        cutAfter(-1);
        viewsSinceOutdated = 0;
        unseen = new Ranges();
    }

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
