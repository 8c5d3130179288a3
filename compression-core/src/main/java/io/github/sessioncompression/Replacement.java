package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.SegmentState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an application wants a conversation to consist of, taken apart: system messages, state, history.
 *
 * @param system the system messages as they stand in front, or with the rule of the latest all there are
 * @param state the messages that carry a state; empty if there is none
 * @param document the state they carry; empty if there is none
 * @param history the rest
 */
record Replacement(List<Message> system, List<Message> state, StateDocument document, List<Message> history) {
    /** Takes {@code given} apart; the state is recognised by its text, and only where a view would show it. */
    static Replacement of(Engine engine, List<Message> given, boolean onlyLatestSystem) {
        List<Message> system = new ArrayList<>();
        List<Message> others = new ArrayList<>();
        for (Message message : given) {
            boolean leads = message.role() == Role.SYSTEM && (onlyLatestSystem || others.isEmpty());
            (leads ? system : others).add(message);
        }
        Optional<StateDocument> document = document(engine, others);
        if (document.isEmpty()) {
            return new Replacement(system, List.of(), StateDocument.EMPTY, others);
        }
        int end = others.size() > 1 && acknowledges(others.get(1)) ? 2 : 1;
        return new Replacement(system, others.subList(0, end), document.get(), others.subList(end, others.size()));
    }

    private static Optional<StateDocument> document(Engine engine, List<Message> others) {
        if (others.isEmpty() || others.get(0).role() == Role.TOOL) {
            return Optional.empty();
        }
        return StateEnvelope.unwrap(engine.schema(), others.get(0).text());
    }

    private static boolean acknowledges(Message message) {
        return message.role() == Role.ASSISTANT
                && !message.callsTools()
                && message.text().equals(StateEnvelope.ACKNOWLEDGEMENT);
    }

    /**
     * Makes {@code set} be what {@code given} says: nothing where it is that already, else as little as possible.
     *
     * <p>The state in force stays with all that it covers, and the history is replaced from the first difference on. Another
     * state, or none, replaces everything.
     *
     * @return {@code false} if somebody else was faster: then sync and try again
     */
    static boolean put(Engine engine, WorkingSet set, List<Message> given) {
        Context context = set.context();
        ShownMessages shown = new ShownMessages(context, context.headMessages(), set.entries());
        Replacement wanted = of(engine, given, set.showsOnlyLatestSystem());
        boolean forged =
                context.stateMessages().isEmpty() && !wanted.state.isEmpty() && shown.isFirst(wanted.state.get(0));
        if (forged || (set.lastSequence() == 0 && wanted.system.isEmpty() && wanted.history.isEmpty())) {
            // A message that looks like a state, or one that is all there is: it stays a message.
            wanted = wanted.withoutState();
        }
        if (set.lastSequence() == 0 || !sameState(wanted.state, context.stateMessages()) || wanted.dropsSystem(set)) {
            return wanted.putAll(engine, set, shown);
        }
        return wanted.putHistory(engine, set, shown);
    }

    private static boolean sameState(List<Message> wanted, List<Message> shown) {
        boolean same = wanted.size() == shown.size();
        for (int i = 0; same && i < shown.size(); i++) {
            same = ShownMessages.same(wanted.get(i), shown.get(i));
        }
        return same;
    }

    private Replacement withoutState() {
        List<Message> all = new ArrayList<>(state);
        all.addAll(history);
        return new Replacement(system, List.of(), StateDocument.EMPTY, all);
    }

    private boolean dropsSystem(WorkingSet set) {
        return state.isEmpty() && system.isEmpty() && !set.systemText().isEmpty();
    }

    private boolean putHistory(Engine engine, WorkingSet set, ShownMessages shown) {
        int same = shown.commonStart(history);
        List<Message> added = new ArrayList<>(newSystem(set.context()));
        long last = shown.lastSequence(same);
        long keepThrough = Math.max(set.headThrough(), last);
        added.addAll(shown.takeAll(history, same, keepThrough));
        if (same == shown.size()) {
            return set.append(added, engine.tokens().counts(added));
        }
        return set.replaceAfter(keepThrough, added, engine.tokens().counts(added)) && unpinAfter(last, engine, set);
    }

    /** What the record pins after {@code last} was shown, and is not wanted any more or was just added again. */
    private static boolean unpinAfter(long last, Engine engine, WorkingSet set) {
        List<Long> stay = new ArrayList<>();
        for (Entry entry : set.entries()) {
            boolean stays = entry.message().role() == Role.SYSTEM || entry.sequence() <= last;
            if (stays && entry.sequence() <= set.boundary()) {
                stay.add(entry.sequence());
            }
        }
        return stay.equals(set.record().pinned())
                || set.commit(set.record().unpinned(stay, engine.clock().instant()));
    }

    /** The system messages other than those that the view shows. */
    private List<Message> newSystem(Context context) {
        List<Message> shown = context.systemMessages();
        boolean same = shown.size() == system.size();
        for (int i = 0; same && i < shown.size(); i++) {
            same = ShownMessages.same(system.get(i), shown.get(i));
        }
        return same ? List.of() : system;
    }

    private boolean putAll(Engine engine, WorkingSet set, ShownMessages shown) {
        List<Message> added = new ArrayList<>(system);
        added.addAll(shown.takeAll(history, 0, set.headThrough()));
        long before = set.lastSequence();
        boolean put = before == 0
                ? set.append(added, engine.tokens().counts(added))
                : set.replaceAfter(0, added, engine.tokens().counts(added));
        if (!put) {
            return false;
        }
        if (document.isEmpty() && set.record().version() == 0) {
            return true;
        }
        Instant now = engine.clock().instant();
        List<SegmentState> segments = document.isEmpty()
                ? List.of()
                : List.of(new SegmentState(SegmentState.id(set.record().version() + 1, 0), before, document, now));
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        return set.commit(set.record().replaced(before, List.of(), ids, document, now), segments);
    }
}
