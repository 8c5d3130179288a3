package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
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
    static Replacement of(StateSchema schema, List<Message> given, boolean onlyLatestSystem) {
        List<Message> system = new ArrayList<>();
        List<Message> others = new ArrayList<>();
        for (Message message : given) {
            boolean leads = message.role() == Role.SYSTEM && (onlyLatestSystem || others.isEmpty());
            (leads ? system : others).add(message);
        }
        Optional<StateDocument> document = document(schema, others);
        if (document.isEmpty()) {
            return new Replacement(system, List.of(), StateDocument.EMPTY, others);
        }
        int end = others.size() > 1 && acknowledges(others.get(1)) ? 2 : 1;
        return new Replacement(system, others.subList(0, end), document.get(), others.subList(end, others.size()));
    }

    private static Optional<StateDocument> document(StateSchema schema, List<Message> others) {
        if (others.isEmpty() || others.get(0).role() == Role.TOOL) {
            return Optional.empty();
        }
        return StateEnvelope.unwrap(schema, others.get(0).text());
    }

    private static boolean acknowledges(Message message) {
        return message.role() == Role.ASSISTANT
                && !message.callsTools()
                && message.text().equals(StateEnvelope.ACKNOWLEDGEMENT);
    }

    /**
     * Makes {@code chat} be what {@code given} says: nothing where it is that already, else as little as possible.
     *
     * <p>The state in force stays with all that it covers, and the history is replaced from the first difference on. Another
     * state, or none, replaces everything.
     *
     * @return {@code false} if somebody else was faster: then sync and try again
     */
    static boolean put(Workings workings, Chat chat, List<Message> given) {
        Context context = chat.shown().context();
        ShownMessages shown =
                new ShownMessages(context, context.headMessages(), chat.stored().entries());
        Replacement wanted = of(workings.rules().schema(), given, chat.shown().showsOnlyLatestSystem());
        boolean forged =
                context.stateMessages().isEmpty() && !wanted.state.isEmpty() && shown.isFirst(wanted.state.get(0));
        if (forged || (chat.stored().lastSequence() == 0 && wanted.system.isEmpty() && wanted.history.isEmpty())) {
            // A message that looks like a state, or one that is all there is: it stays a message.
            wanted = wanted.withoutState();
        }
        if (chat.stored().lastSequence() == 0
                || !sameState(wanted.state, context.stateMessages())
                || wanted.dropsSystem(chat)) {
            return wanted.putAll(workings, chat, shown);
        }
        return wanted.putHistory(workings, chat, shown);
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

    private boolean dropsSystem(Chat chat) {
        return state.isEmpty() && system.isEmpty() && chat.stored().latestSystem() != null;
    }

    private boolean putHistory(Workings workings, Chat chat, ShownMessages shown) {
        int same = shown.commonStart(history);
        List<Message> added = new ArrayList<>(newSystem(chat.shown().context()));
        long last = shown.lastSequence(same);
        long keepThrough = Math.max(chat.shown().headThrough(), last);
        added.addAll(shown.takeAll(history, same, keepThrough));
        if (same == shown.size()) {
            return chat.tryAdd(added, workings.rules().tokens().counts(added));
        }
        return chat.tryReplaceAfter(keepThrough, added) && unpinAfter(last, workings, chat);
    }

    /** What the record pins after {@code last} was shown, and is not wanted any more or was just added again. */
    private static boolean unpinAfter(long last, Workings workings, Chat chat) {
        List<Long> stay = new ArrayList<>();
        for (Entry entry : chat.stored().entries()) {
            boolean stays = entry.message().role() == Role.SYSTEM || entry.sequence() <= last;
            if (stays && entry.sequence() <= chat.stored().boundary()) {
                stay.add(entry.sequence());
            }
        }
        return stay.equals(chat.stored().record().pinned())
                || chat.commit(chat.stored()
                        .record()
                        .unpinned(stay, workings.shared().clock().instant()));
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

    private boolean putAll(Workings workings, Chat chat, ShownMessages shown) {
        List<Message> added = new ArrayList<>(system);
        added.addAll(shown.takeAll(history, 0, chat.shown().headThrough()));
        long before = chat.stored().lastSequence();
        boolean put = before == 0
                ? chat.tryAdd(added, workings.rules().tokens().counts(added))
                : chat.tryReplaceAfter(0, added);
        if (!put) {
            return false;
        }
        if (document.isEmpty() && chat.stored().record().version() == 0) {
            return true;
        }
        CompressionRecord record = chat.stored().record();
        Instant now = workings.shared().clock().instant();
        List<SegmentState> segments = document.isEmpty()
                ? List.of()
                : List.of(new SegmentState(SegmentState.id(record.version() + 1, 0), before, document, now));
        List<Long> ids = segments.stream().map(SegmentState::id).toList();
        return chat.commit(record.replaced(before, List.of(), ids, document, now), segments);
    }
}
