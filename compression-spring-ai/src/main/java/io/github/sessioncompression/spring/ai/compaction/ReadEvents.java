package io.github.sessioncompression.spring.ai.compaction;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;

/**
 * The active events of a session as they were read.
 *
 * @param events all of them, in order
 * @param summary those that an earlier compaction put in
 * @param state the state that they hold; empty if there is none
 * @param system the system messages among them
 * @param messages those that a conversation consists of beside the state, each with its event; empty if there is nothing to compact
 */
record ReadEvents<E>(List<E> events, Set<E> summary, StateDocument state, Set<E> system, List<Message> messages) {
    static <E> ReadEvents<E> of(List<E> events, EventReader<E> reader, StateSchema schema) {
        Set<E> summary = identities();
        Set<E> system = identities();
        List<Message> first = new ArrayList<>();
        List<Message> rest = new ArrayList<>();
        StateDocument state = StateDocument.EMPTY;
        for (E event : events) {
            List<Message> read = reader.isOwn(event) ? reader.messages(event) : List.of();
            if (read.isEmpty()) {
                continue;
            }
            if (reader.isSummary(event)) {
                summary.add(event);
                String text = read.get(0).text();
                state = StateEnvelope.holds(text)
                        ? StateEnvelope.unwrap(schema, text).orElse(state)
                        : state;
            } else if (read.get(0).role() == Role.SYSTEM) {
                system.add(event);
                read.forEach(message -> first.add(message.withSource(event)));
            } else {
                read.forEach(message -> rest.add(quoted(message).withSource(event)));
            }
        }
        List<Message> messages = new ArrayList<>();
        if (!rest.isEmpty()) {
            messages.addAll(first);
            messages.addAll(rest);
        }
        return new ReadEvents<>(events, summary, state, system, messages);
    }

    private static <E> Set<E> identities() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** Somebody may write what looks like a state: only that of the summary is one. */
    private static Message quoted(Message message) {
        return StateEnvelope.holds(message.text()) ? message.withText("> " + message.text()) : message;
    }

    /** Makes {@code chat} be these events. */
    void putInto(Conversation chat) {
        chat.framework().set(state, messages);
    }

    /**
     * What becomes of the events under {@code record}.
     *
     * @param transcript the events' messages under the sequence numbers that the record speaks of
     * @param tokensSaved by how much the context got smaller
     */
    Compaction<E> under(CompressionRecord record, List<Entry> transcript, StateSchema schema, int tokensSaved) {
        Set<Object> inState = identities();
        Set<Object> shown = identities();
        Set<Object> before = identities();
        Set<Long> pins = new HashSet<>(record.pinned());
        for (Entry entry : transcript) {
            Object event = entry.message().source();
            if (event != null) {
                boolean pinned = pins.contains(entry.sequence());
                boolean old = entry.sequence() <= record.boundary();
                (old && !pinned ? inState : shown).add(event);
                if (old && pinned) {
                    before.add(event);
                }
            }
        }
        List<E> covered = new ArrayList<>();
        List<E> replaced = new ArrayList<>();
        List<E> pinned = new ArrayList<>();
        List<E> preserved = new ArrayList<>();
        for (E event : events) {
            if (inState.contains(event) && !shown.contains(event)) {
                covered.add(event);
            } else if (summary.contains(event)) {
                replaced.add(event);
            } else if (system.contains(event) || before.contains(event)) {
                pinned.add(event);
            } else {
                preserved.add(event);
            }
        }
        if (covered.isEmpty() || record.injected().isEmpty()) {
            return Compaction.unchanged(events);
        }
        return new Compaction<>(
                covered,
                replaced,
                pinned,
                preserved,
                List.of(
                        new UserMessage(StateEnvelope.wrap(schema, record.injected())),
                        new AssistantMessage(StateEnvelope.ACKNOWLEDGEMENT)),
                record.injected().texts(),
                record.schema(),
                record.cause() == CompressionRecord.Cause.MODEL,
                Math.max(0, tokensSaved));
    }
}
