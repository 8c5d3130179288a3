package io.github.sessioncompression.spring.ai.session;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.spring.ai.MessageMapper;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.ConversationExport;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.springframework.ai.session.EventFilter;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.SessionService;

/**
 * Takes sessions over into a {@link SessionStore}, for an application that leaves the session API.
 *
 * <p>Taken over are all events of the session itself, archived ones too, but for those of other branches and those that a
 * compaction has made up. A state that {@link SessionStateCompactionStrategy} has written goes on as the conversation's state, over the
 * events that it has archived; where another strategy has compacted the session, the conversation is whole and has no state yet.
 */
public final class SessionEvents {
    /** A compaction puts what stays behind what it archives, the system message, too; at the same moment that comes first. */
    private static final Comparator<SessionEvent> SAID = Comparator.comparing(SessionEvent::getTimestamp)
            .thenComparing(event -> !SessionEventReader.isSystem(event));

    private SessionEvents() {}

    /**
     * Takes a session over under its own id.
     *
     * @param schema the schema of the states
     * @return {@code false}, and nothing changed, if there is such a conversation already, or if the session has no such events
     */
    public static boolean copy(SessionService sessions, String sessionId, SessionStore to, StateSchema schema) {
        List<SessionEvent> events = new ArrayList<>(sessions.getEvents(sessionId, EventFilter.all()));
        events.sort(SAID);
        MessageTokens tokens = MessageTokens.of(TokenOptions.defaults());
        List<Entry> entries = new ArrayList<>();
        List<Long> kept = new ArrayList<>();
        long boundary = 0;
        SessionEvent state = null;
        for (SessionEvent event : events) {
            if (!SessionEventReader.INSTANCE.isOwn(event)) {
                continue;
            }
            if (event.isSynthetic()) {
                state = !event.isArchived()
                                && SessionEventReader.INSTANCE.isSummary(event)
                                && StateEnvelope.holds(text(event))
                        ? event
                        : state;
                continue;
            }
            for (Message message : MessageMapper.toCore(List.of(event.getMessage()))) {
                Message dated = message.withTimestamp(event.getTimestamp());
                long sequence = entries.size() + 1L;
                entries.add(new Entry(sequence, dated, tokens.count(dated)));
                if (event.isArchived() && dated.role() != Role.SYSTEM) {
                    boundary = sequence;
                } else {
                    kept.add(sequence);
                }
            }
        }
        if (entries.isEmpty()) {
            return false;
        }
        List<SegmentState> states = state == null ? List.of() : state(state, boundary, schema);
        CompressionRecord record = states.isEmpty() ? null : record(states.get(0), kept, schema);
        return new ConversationExport(entries.size(), entries, record, states, Counters.NONE)
                .into(to, sessionId, UUID.randomUUID().toString());
    }

    private static String text(SessionEvent event) {
        String text = event.getMessage().getText();
        return text == null ? "" : text;
    }

    private static List<SegmentState> state(SessionEvent state, long boundary, StateSchema schema) {
        StateDocument document = StateEnvelope.unwrap(schema, text(state)).orElse(StateDocument.EMPTY);
        return document.isEmpty() || boundary == 0
                ? List.of()
                : List.of(new SegmentState(SegmentState.id(1, 0), boundary, document, state.getTimestamp()));
    }

    private static CompressionRecord record(SegmentState state, List<Long> kept, StateSchema schema) {
        List<Long> pinned =
                kept.stream().filter(sequence -> sequence <= state.through()).toList();
        return CompressionRecord.none(schema.name())
                .replaced(state.through(), pinned, List.of(state.id()), state.document(), state.createdAt());
    }
}
