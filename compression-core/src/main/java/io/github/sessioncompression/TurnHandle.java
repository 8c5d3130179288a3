package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ViewPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One turn of a chat as a framework carries it along: the session of its question, and the messages that its requests are made of.
 *
 * <pre>{@code
 * FrameworkChat chat = conversation.framework();
 * TurnHandle turn = chat.begin();                   // turn.view() is the beginning of the request
 * turn = chat.append(turn, List.of(question));
 * turn = chat.append(turn, List.of(answer));        // stored behind the question, in the question's session
 * }</pre>
 *
 * <p>Other turns of the chat may run at the same time, and the chat may begin another session or be cleared. Neither changes this
 * turn: {@link FrameworkChat#view(TurnHandle)} ends with its own messages, and {@link FrameworkChat#append(TurnHandle, List)} stores
 * them in the session of the question.
 *
 * <p>Immutable; each append returns the next handle. Safe for use by many threads.
 */
public final class TurnHandle {
    private final View view;
    /** Last sequence number that was there when the turn began. */
    private final long through;

    private final String incarnation;
    /** The turn's messages, also those that were not stored. */
    private final List<Message> own;
    /** The numbers of those that were stored in the session of the question. */
    private final Set<Long> sequences;

    private final long question;
    private final boolean dropped;

    private TurnHandle(
            View view,
            long through,
            String incarnation,
            List<Message> own,
            Set<Long> sequences,
            long question,
            boolean dropped) {
        this.view = view;
        this.through = through;
        this.incarnation = incarnation;
        this.own = own;
        this.sequences = sequences;
        this.question = question;
        this.dropped = dropped;
    }

    /** A turn that begins with a view; its question is appended later. */
    static TurnHandle begun(View view) {
        List<ViewPart> parts = view.parts();
        int head = view.headParts();
        long through = parts.subList(0, head).stream()
                .mapToLong(ViewPart::sequence)
                .max()
                .orElse(0);
        // Behind the head the numbers ascend; what was made up has none.
        int last = parts.size() - 1;
        while (last > head && parts.get(last).sequence() == 0) {
            last--;
        }
        through = last < head ? through : Math.max(through, parts.get(last).sequence());
        return new TurnHandle(view, through, "", List.of(), Set.of(), 0, false);
    }

    /** A turn of which nothing is known before its question. */
    static TurnHandle unseen(View none, long through) {
        return new TurnHandle(none, through, "", List.of(), Set.of(), 0, false);
    }

    /** The view that the turn began with: the exact messages before its question. Empty for a turn begun by {@link FrameworkChat#begin(List)}. */
    public View view() {
        return view;
    }

    /** The messages of the turn so far in order, its question first; unmodifiable. */
    public List<Message> messages() {
        return own;
    }

    /** Sequence number of the question in its session; 0 while nothing was appended. */
    public long question() {
        return question;
    }

    /** True once the question was appended. */
    public boolean isAsked() {
        return !own.isEmpty();
    }

    /** True once the question was appended to a session. */
    boolean isBound() {
        return !incarnation.isEmpty();
    }

    /** True if the question is in no session any more, so that what follows it is not stored. */
    public boolean isDropped() {
        return dropped;
    }

    /** Incarnation of the session that the question was appended to; empty while nothing was. */
    String incarnation() {
        return incarnation;
    }

    /** True if the turn's requests may show the message: it was there when the turn began, or is the turn's own. */
    boolean shows(ViewPart part) {
        return part.kind() == ViewPart.Kind.SYSTEM || part.sequence() <= through || sequences.contains(part.sequence());
    }

    /** True if a view shows the question, and nothing that others have added since the turn began. */
    boolean isAllOf(View now) {
        List<ViewPart> parts = now.parts();
        int head = now.headParts();
        boolean asked = false;
        for (ViewPart part : parts.subList(0, head)) {
            if (!shows(part)) {
                return false;
            }
            asked |= part.sequence() == question;
        }
        for (int i = parts.size() - 1; i >= head; i--) {
            ViewPart part = parts.get(i);
            if (!shows(part)) {
                return false;
            }
            asked |= part.sequence() == question;
            // Behind the head the numbers ascend: what comes before was there when the turn began.
            if (asked && part.sequence() > 0 && part.sequence() <= through) {
                return true;
            }
        }
        return asked;
    }

    /** True if the message is the turn's own. */
    boolean owns(long sequence) {
        return sequences.contains(sequence);
    }

    /**
     * This turn after the messages of its session got another incarnation or other numbers; of its own messages only the question's number is known
     * then.
     */
    TurnHandle at(String nowIncarnation, long nowQuestion) {
        return new TurnHandle(view, through, nowIncarnation, own, Set.of(nowQuestion), nowQuestion, dropped);
    }

    /** This turn with messages that were appended in the session of that incarnation; the first one ever is its question. */
    TurnHandle with(String itsIncarnation, List<Entry> added) {
        List<Message> more = new ArrayList<>(own);
        Set<Long> numbers = new HashSet<>(sequences);
        for (Entry entry : added) {
            more.add(entry.message());
            numbers.add(entry.sequence());
        }
        long first = question > 0 || added.isEmpty() ? question : added.get(0).sequence();
        return new TurnHandle(view, through, itsIncarnation, List.copyOf(more), Set.copyOf(numbers), first, dropped);
    }

    /** This turn with messages that are not stored, as all that follow. */
    TurnHandle dropping(List<Message> messages) {
        List<Message> more = new ArrayList<>(own);
        more.addAll(messages);
        return new TurnHandle(view, through, incarnation, List.copyOf(more), sequences, question, true);
    }
}
