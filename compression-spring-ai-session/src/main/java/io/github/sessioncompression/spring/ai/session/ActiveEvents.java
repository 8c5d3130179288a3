package io.github.sessioncompression.spring.ai.session;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.compaction.CompactionResult;

/**
 * The active events of a session, and what a compression makes of them.
 *
 * @param events all of them, in order
 * @param messages those of the conversation itself, as the library sees them: system messages, then the pair, then the rest
 */
record ActiveEvents(List<SessionEvent> events, List<Message> messages) {
    static ActiveEvents of(List<SessionEvent> events) {
        List<Message> system = new ArrayList<>();
        List<Message> pair = new ArrayList<>();
        List<Message> rest = new ArrayList<>();
        for (SessionEvent event : events) {
            if (!event.isRootEvent()) {
                continue;
            }
            List<Message> read = EventMessages.read(event);
            if (isPair(event)) {
                pair.addAll(read);
            } else if (read.get(0).role() == Role.SYSTEM) {
                system.addAll(read);
            } else {
                read.forEach(message -> rest.add(quoted(message)));
            }
        }
        if (rest.isEmpty()) {
            return new ActiveEvents(events, List.of());
        }
        List<Message> messages = new ArrayList<>(system);
        messages.addAll(pair);
        messages.addAll(rest);
        return new ActiveEvents(events, messages);
    }

    static boolean isPair(SessionEvent event) {
        return event.isSynthetic()
                && SessionStateCompactionStrategy.COMPACTION_SOURCE.equals(
                        event.getMetadata().get(SessionEvent.METADATA_COMPACTION_SOURCE));
    }

    /** Somebody may write what looks like a state: only that of the pair is one. */
    private static Message quoted(Message message) {
        return StateEnvelope.holds(message.text())
                ? message.withText("> " + message.text()).withSource(message.source())
                : message;
    }

    /** Makes {@code chat} be these events: a pair of ours is the state that goes before the others. */
    void putInto(Conversation chat, StateSchema schema) {
        int at = 0;
        while (at < messages.size() && !StateEnvelope.holds(messages.get(at).text())) {
            at++;
        }
        StateDocument state = at == messages.size()
                ? StateDocument.EMPTY
                : StateEnvelope.unwrap(schema, messages.get(at).text()).orElse(StateDocument.EMPTY);
        List<Message> others = new ArrayList<>(messages);
        if (!state.isEmpty()) {
            others.remove(at);
            if (at < others.size() && StateEnvelope.isAcknowledgement(others.get(at))) {
                others.remove(at);
            }
        }
        chat.framework().set(state, others);
    }

    /**
     * What is left of the events under {@code record}.
     *
     * @param transcript the events' messages under the sequence numbers that the record speaks of
     * @param tokensSaved by how much the context got smaller
     */
    CompactionResult under(
            CompressionRecord record, List<Entry> transcript, StateSchema schema, int tokensSaved, Instant now) {
        Set<Object> covered = covered(record, transcript);
        List<SessionEvent> archived = new ArrayList<>();
        List<SessionEvent> first = new ArrayList<>();
        List<SessionEvent> kept = new ArrayList<>();
        for (SessionEvent event : events) {
            if (covered.contains(event)) {
                archived.add(event);
            } else if (event.isRootEvent() && EventMessages.isSystem(event)) {
                first.add(event);
            } else if (!isPair(event)) {
                kept.add(event);
            }
        }
        if (archived.isEmpty() || record.injected().isEmpty()) {
            return new CompactionResult(events, List.of(), 0);
        }
        List<SessionEvent> compacted = new ArrayList<>(first);
        compacted.addAll(pair(schema, record, archived.get(0).getSessionId(), now));
        compacted.addAll(kept);
        return new CompactionResult(compacted, archived, Math.max(0, tokensSaved));
    }

    /** The events all of whose messages are in the state: those up to the boundary that are not shown all the same. */
    private static Set<Object> covered(CompressionRecord record, List<Entry> transcript) {
        Set<Long> shown = new HashSet<>(record.pinned());
        Set<Object> covered = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Object> stays = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Entry entry : transcript) {
            boolean inState = entry.sequence() <= record.boundary() && !shown.contains(entry.sequence());
            Object event = entry.message().source();
            if (event != null) {
                (inState ? covered : stays).add(event);
            }
        }
        covered.removeAll(stays);
        return covered;
    }

    private static List<SessionEvent> pair(
            StateSchema schema, CompressionRecord record, String sessionId, Instant now) {
        SessionEvent user = synthetic(sessionId, now)
                .message(new UserMessage(StateEnvelope.wrap(schema, record.injected())))
                .metadata(
                        SessionStateCompactionStrategy.METADATA_STATE,
                        record.injected().texts())
                .metadata(SessionStateCompactionStrategy.METADATA_SCHEMA, record.schema())
                .metadata(
                        SessionStateCompactionStrategy.METADATA_WRITTEN_BY,
                        record.cause() == CompressionRecord.Cause.MODEL ? "MODEL" : "OFFLINE")
                .build();
        SessionEvent assistant = synthetic(sessionId, now)
                .message(new AssistantMessage(StateEnvelope.ACKNOWLEDGEMENT))
                .build();
        return List.of(user, assistant);
    }

    private static SessionEvent.Builder synthetic(String sessionId, Instant now) {
        return SessionEvent.builder()
                .sessionId(sessionId)
                .timestamp(now)
                .metadata(SessionEvent.METADATA_SYNTHETIC, true)
                .metadata(SessionEvent.METADATA_COMPACTION_SOURCE, SessionStateCompactionStrategy.COMPACTION_SOURCE);
    }
}
