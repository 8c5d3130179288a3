package io.github.sessioncompression.spring.ai.session;

import io.github.sessioncompression.spring.ai.compaction.Compaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.session.SessionEvent;
import org.springframework.ai.session.compaction.CompactionRequest;
import org.springframework.ai.session.compaction.CompactionResult;

/** Says in the community's terms what a compaction makes of a session's events. */
final class CompactedEvents {
    private CompactedEvents() {}

    static CompactionResult of(Compaction<SessionEvent> compaction, CompactionRequest request, Instant now) {
        if (compaction.isUnchanged()) {
            return new CompactionResult(request.events(), List.of(), 0);
        }
        List<SessionEvent> compacted = new ArrayList<>();
        List<SessionEvent> behind = new ArrayList<>();
        compaction.pinned().forEach(event -> (SessionEventReader.isSystem(event) ? compacted : behind).add(event));
        compacted.addAll(summary(compaction, request.session().id(), now));
        compacted.addAll(behind);
        compacted.addAll(compaction.preserved());
        return new CompactionResult(compacted, compaction.covered(), compaction.tokensSaved());
    }

    private static List<SessionEvent> summary(Compaction<SessionEvent> compaction, String sessionId, Instant now) {
        List<SessionEvent> events = new ArrayList<>();
        Map<String, Object> metadata = Map.of(
                SessionStateCompactionStrategy.METADATA_STATE, compaction.state(),
                SessionStateCompactionStrategy.METADATA_SCHEMA, compaction.schema(),
                SessionStateCompactionStrategy.METADATA_WRITTEN_BY, compaction.writtenByModel() ? "MODEL" : "OFFLINE");
        for (Message message : compaction.summary()) {
            SessionEvent.Builder event = SessionEvent.builder()
                    .sessionId(sessionId)
                    .timestamp(now)
                    .message(message)
                    .metadata(SessionEvent.METADATA_SYNTHETIC, true)
                    .metadata(
                            SessionEvent.METADATA_COMPACTION_SOURCE, SessionStateCompactionStrategy.COMPACTION_SOURCE);
            if (events.isEmpty()) {
                metadata.forEach(event::metadata);
            }
            events.add(event.build());
        }
        return events;
    }
}
