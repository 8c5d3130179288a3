package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a chat be what an application wants it to be: nothing changes where it is that already, else as little as possible.
 *
 * <p>What the list was made of tells what it means. It is looked for among the contexts that were handed out last: the list shows
 * that context's state or, of one without a state, some of its messages. Everything that context covers stays, and the history is
 * replaced from the first difference on. The record in force stays if the difference comes after its boundary; else that
 * context's own holds again. A list that goes with none of them replaces everything.
 *
 * <p>A state is one only if a view of this conversation has shown it; any other that looks like it is a message.
 */
final class Replacement {
    private final Workings workings;
    private final Chat chat;
    private final SystemTexts systemTexts;
    private final List<ShownBefore.Remembered> before;
    private final List<Message> system;
    private final List<Message> others;

    private Replacement(Workings workings, Chat chat, List<Message> given) {
        this.workings = workings;
        this.chat = chat;
        this.before = chat.views().shownBefore().from(chat.shown().context());
        this.systemTexts = new SystemTexts(workings.rules(), before);
        this.system = new ArrayList<>();
        this.others = new ArrayList<>();
        for (Message message : given) {
            boolean leads = message.role() == Role.SYSTEM && (chat.shown().showsOnlyLatestSystem() || others.isEmpty());
            (leads ? system : others).add(message);
        }
        if (!others.isEmpty() && isAcknowledgementOfAView(others.get(0))) {
            others.remove(0);
        }
    }

    /** An acknowledgement without its state: no chat begins with it. */
    private boolean isAcknowledgementOfAView(Message message) {
        return StateEnvelope.isAcknowledgement(message)
                && before.stream()
                        .anyMatch(each -> each.context().stateMessages().contains(message.withSource(null)));
    }

    /**
     * Makes {@code chat} be what {@code given} says.
     *
     * @return {@code false} if somebody else was faster: then sync and try again
     */
    static boolean put(Workings workings, Chat chat, List<Message> given) {
        if (putLeftByOthers(workings, chat, given)) {
            return true;
        }
        Replacement replacement = new Replacement(workings, chat, given);
        ShownMatch match = chat.stored().isEmpty() ? null : replacement.match();
        Unseen unseen = chat.views().shownBefore().unseen();
        if (match != null && !unseen.isEmpty()) {
            StoredChat stored = chat.stored();
            replacement.others.addAll(unseen.among(stored.between(unseen.after(), stored.lastSequence())));
            match = replacement.match();
        }
        return (match == null || replacement.dropsSystem(match))
                ? replacement.putAll(StateDocument.EMPTY)
                : replacement.putHistory(match);
    }

    /** The same for a list that was taken of what was shown before others changed the chat; whether it was. */
    private static boolean putLeftByOthers(Workings workings, Chat chat, List<Message> given) {
        ShownBefore shown = chat.views().shownBefore();
        StoredChat stored = chat.stored();
        if (stored.isEmpty() || shown.outdated().isEmpty()) {
            return false;
        }
        LeftByOthers left = LeftByOthers.of(
                chat.rules(),
                shown.outdated(),
                shown.handedOut(),
                () -> stored.between(0, stored.lastSequence()),
                new Basis(stored.record(), stored.segments(), stored.lastSequence()),
                given);
        if (left != null) {
            left.put(chat, given, workings.shared().clock().instant());
        }
        return left != null;
    }

    /** Makes {@code chat} be a state and what {@code given} says; as {@link #put(Workings, Chat, List)} otherwise. */
    static boolean put(Workings workings, Chat chat, StateDocument state, List<Message> given) {
        return new Replacement(workings, chat, given).putAll(state);
    }

    /** What the list goes with; {@code null} if it says nothing of anything that was shown. */
    private @Nullable ShownMatch match() {
        ShownMatch withState = null;
        ShownMatch without = null;
        boolean dead = false;
        for (ShownBefore.Remembered each : before) {
            boolean tellsState = tellsState(each.context());
            if (each.isDead()) {
                dead |= tellsState;
            } else if (tellsState) {
                withState = better(withState, new ShownMatch(each, others, false));
            } else if (each.context().stateMessages().isEmpty()) {
                ShownMatch match = new ShownMatch(each, others, false);
                without = goesWith(match) ? better(without, match) : without;
            }
        }
        if (withState != null) {
            return withState;
        }
        return dead || tellsEarlierState() ? new ShownMatch(before.get(0), withoutState(), true) : without;
    }

    private static ShownMatch better(@Nullable ShownMatch newer, ShownMatch older) {
        return newer != null && newer.common() >= older.common() ? newer : older;
    }

    /** Whether the list shows something of a context without a state, or adds to one without a message. */
    private static boolean goesWith(ShownMatch match) {
        return match.findsAny()
                || (match.remembered().current()
                        && !match.hasHistory()
                        && match.remembered().basis().record().boundary() == 0);
    }

    private boolean tellsState(Context context) {
        Message state = context.stateMessage();
        return state != null
                && (context.stateInSystem().isEmpty() ? others : system)
                        .stream().anyMatch(message -> ShownMessages.same(message, state));
    }

    /** Whether the list begins with a state that was this conversation's before all that is remembered. */
    private boolean tellsEarlierState() {
        if (others.isEmpty() || !StateEnvelope.holds(others.get(0).text())) {
            return false;
        }
        String text = others.get(0).text();
        return workings.shared().store().history(workings.id()).stream()
                .map(CompressionRecord::injected)
                .anyMatch(state -> !state.isEmpty()
                        && StateEnvelope.wrap(workings.rules().schema(), state).equals(text));
    }

    /** The list without a state that does not hold any more. */
    private List<Message> withoutState() {
        List<Message> rest = new ArrayList<>(others);
        int at = 0;
        while (at < rest.size() && !StateEnvelope.holds(rest.get(at).text())) {
            at++;
        }
        if (at < rest.size()) {
            rest.remove(at);
            if (at < rest.size() && StateEnvelope.isAcknowledgement(rest.get(at))) {
                rest.remove(at);
            }
        }
        return rest;
    }

    /** Whether the list has no system message where there is one, and no state that would tell that it shows only a part. */
    private boolean dropsSystem(ShownMatch match) {
        return system.isEmpty()
                && chat.stored().latestSystem() != null
                && chat.stored().boundary() == 0
                && match.remembered().basis().record().boundary() == 0;
    }

    private boolean putHistory(ShownMatch match) {
        StoredChat stored = chat.stored();
        CompressionRecord current = stored.record();
        CompressionRecord shown = match.remembered().basis().record();
        long last = stored.lastSequence();
        long keepThrough = match.keepThrough(before.get(0), last);
        boolean goesBack = keepThrough < current.boundary();
        List<Long> pinned = match.wanted(goesBack ? shown.pinned() : current.pinned());
        List<Message> added = new ArrayList<>(newSystem(match.remembered().context()));
        List<Entry> after = goesBack ? stored.between(keepThrough, last) : stored.active();
        added.addAll(match.tail(after, keepThrough, added.isEmpty()));
        Instant now = workings.shared().clock().instant();
        // The earlier record first: should this end here, nothing but the compression is undone.
        if (goesBack && !chat.commit(goneBack(current, shown, pinned, now))) {
            return false;
        }
        boolean put =
                keepThrough >= last ? chat.tryAdd(added, chat.tokens(added)) : chat.tryReplaceAfter(keepThrough, added);
        return put
                && (pinned.equals(stored.record().pinned())
                        || chat.commit(stored.record().unpinned(pinned, now)));
    }

    private static CompressionRecord goneBack(
            CompressionRecord current, CompressionRecord to, List<Long> pinned, Instant now) {
        return current.restored(to, to.boundary(), pinned, to.segments(), to.injected(), to.ledger(), now);
    }

    /** The system messages other than those that {@code context} shows. */
    private List<Message> newSystem(Context context) {
        List<Message> shown = systemTexts.plain(context.systemMessages());
        List<Message> wanted = systemTexts.plain(system);
        List<Message> added = wanted.stream()
                .filter(message -> shown.stream().noneMatch(other -> ShownMessages.same(message, other)))
                .toList();
        boolean latestIsShown = !wanted.isEmpty() && !added.contains(wanted.get(wanted.size() - 1));
        return chat.shown().showsOnlyLatestSystem() && latestIsShown ? List.of() : added;
    }

    private boolean putAll(StateDocument state) {
        List<Message> added = new ArrayList<>(systemTexts.plain(system));
        added.addAll(
                new ShownMatch(before.get(0), others, false).all(chat.stored().entries()));
        long last = chat.stored().lastSequence();
        boolean put = last == 0 ? chat.tryAdd(added, chat.tokens(added)) : chat.tryReplaceAfter(0, added);
        if (!put) {
            return false;
        }
        CompressionRecord record = chat.stored().record();
        if (state.isEmpty() && record.version() == 0) {
            return true;
        }
        Instant now = workings.shared().clock().instant();
        List<SegmentState> segments = state.isEmpty()
                ? List.of()
                : List.of(new SegmentState(SegmentState.id(record.version() + 1, 0), last, state, now));
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        return chat.commit(record.replaced(last, List.of(), ids, state, now), segments);
    }
}
