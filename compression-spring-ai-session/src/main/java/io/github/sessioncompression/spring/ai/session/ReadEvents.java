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
import org.springframework.ai.session.compaction.CompactionRequest;
import org.springframework.ai.session.compaction.CompactionResult;

/** Active events of a session, taken apart into what a compaction treats differently. Belongs to one compaction. */
final class ReadEvents {
    private final StateSchema schema;
    private final CompactionRequest request;
    private final Set<Object> summary = identities();
    private final Set<Object> system = identities();
    private final List<Message> messages = new ArrayList<>();
    private StateDocument state = StateDocument.EMPTY;

    ReadEvents(CompactionRequest request, StateSchema schema) {
        this.request = request;
        this.schema = schema;
        List<Message> rest = new ArrayList<>();
        List<SessionEvent> own = request.events().stream()
                .filter(SessionEventReader.INSTANCE::isOwn)
                .toList();
        List<List<Message>> read = SessionEventReader.INSTANCE.messages(own);
        for (int i = 0; i < own.size(); i++) {
            read(own.get(i), read.get(i), rest);
        }
        if (rest.isEmpty()) {
            messages.clear();
        }
        messages.addAll(rest);
    }

    private void read(SessionEvent event, List<Message> read, List<Message> rest) {
        if (SessionEventReader.isSummary(event)) {
            summary.add(event);
            state = StateEnvelope.unwrap(schema, read.get(0).text()).orElse(state);
        } else if (read.get(0).role() == Role.SYSTEM) {
            system.add(event);
            read.forEach(message -> messages.add(message.withSource(event)));
        } else {
            read.forEach(message -> rest.add(quoted(message).withSource(event)));
        }
    }

    private static Set<Object> identities() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** Somebody may write what looks like a state: only that of the summary is one. */
    private static Message quoted(Message message) {
        return StateEnvelope.holds(message.text()) ? message.withText("> " + message.text()) : message;
    }

    /** True if there is nothing to compact. */
    boolean isEmpty() {
        return messages.isEmpty();
    }

    /** Makes {@code chat} be these events. */
    void putInto(Conversation chat) {
        chat.framework().set(state, messages);
    }

    /**
     * The result of a compaction: system events, the state's pair, pinned events, and the tail.
     *
     * @param transcript the events' messages under the sequence numbers that the record speaks of
     * @param tokensSaved difference in size of the context
     */
    CompactionResult under(CompressionRecord record, List<Entry> transcript, int tokensSaved, Instant now) {
        Set<Object> inState = identities();
        Set<Object> shown = identities();
        Set<Object> pinned = identities();
        Set<Long> pins = new HashSet<>(record.pinned());
        for (Entry entry : transcript) {
            Object event = entry.message().source();
            if (event != null) {
                boolean old = entry.sequence() <= record.boundary();
                boolean pin = pins.contains(entry.sequence());
                (old && !pin ? inState : shown).add(event);
                if (old && pin) {
                    pinned.add(event);
                }
            }
        }
        List<SessionEvent> archived = new ArrayList<>();
        List<SessionEvent> compacted = new ArrayList<>();
        List<SessionEvent> behind = new ArrayList<>();
        List<SessionEvent> tail = new ArrayList<>();
        for (SessionEvent event : request.events()) {
            if (inState.contains(event) && !shown.contains(event)) {
                archived.add(event);
            } else if (system.contains(event)) {
                compacted.add(event);
            } else if (pinned.contains(event)) {
                behind.add(event);
            } else if (!summary.contains(event)) {
                tail.add(event);
            }
        }
        if (archived.isEmpty() || record.injected().isEmpty()) {
            return unchanged(request);
        }
        compacted.addAll(pair(record, now));
        compacted.addAll(behind);
        compacted.addAll(tail);
        return new CompactionResult(compacted, archived, Math.max(0, tokensSaved));
    }

    static CompactionResult unchanged(CompactionRequest request) {
        return new CompactionResult(request.events(), List.of(), 0);
    }

    private List<SessionEvent> pair(CompressionRecord record, Instant now) {
        boolean model = record.cause() == CompressionRecord.Cause.MODEL;
        SessionEvent.Builder first = synthetic(now)
                .message(new UserMessage(StateEnvelope.wrap(schema, record.injected())))
                .metadata(
                        SessionStateCompactionStrategy.METADATA_STATE,
                        record.injected().texts())
                .metadata(SessionStateCompactionStrategy.METADATA_SCHEMA, record.schema())
                .metadata(SessionStateCompactionStrategy.METADATA_WRITTEN_BY, model ? "MODEL" : "OFFLINE");
        SessionEvent.Builder second = synthetic(now).message(new AssistantMessage(StateEnvelope.ACKNOWLEDGEMENT));
        return List.of(first.build(), second.build());
    }

    private SessionEvent.Builder synthetic(Instant now) {
        return SessionEvent.builder()
                .sessionId(request.session().id())
                .timestamp(now)
                .metadata(SessionEvent.METADATA_SYNTHETIC, true)
                .metadata(SessionEvent.METADATA_COMPACTION_SOURCE, SessionStateCompactionStrategy.COMPACTION_SOURCE);
    }
}
