package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** State of one conversation; sizes are tokens. {@code contents} is {@code null} unless the application shows it. */
record ConversationReport(
        String id,
        boolean enabled,
        boolean compressing,
        long messages,
        int activeMessages,
        int contextTokens,
        int systemTokens,
        int stateTokens,
        int historyTokens,
        int toolTokens,
        int triggerTokens,
        int hardLimitTokens,
        int contextWindow,
        StatsReport stats,
        List<RecordReport> history,
        List<SessionReport> sessions,
        @Nullable Contents contents)
        implements Report {
    private static final int MAX_MESSAGES = 100;
    private static final int MAX_HITS = 20;

    static ConversationReport of(Conversation chat, boolean showContents, @Nullable String query) {
        Status status = chat.status();
        return new ConversationReport(
                status.conversationId(),
                status.enabled(),
                status.compressing(),
                status.messages(),
                status.activeMessages(),
                status.contextTokens(),
                status.systemTokens(),
                status.stateTokens(),
                status.historyTokens(),
                status.toolTokens(),
                status.triggerTokens(),
                status.hardLimitTokens(),
                status.contextWindow(),
                StatsReport.of(status.stats()),
                chat.history().stream().map(RecordReport::of).toList(),
                sessions(chat),
                showContents ? contents(chat, status, query) : null);
    }

    /** None for an earlier session, which has none of its own. */
    private static List<SessionReport> sessions(Conversation chat) {
        return chat.isEarlierSession()
                ? List.of()
                : chat.sessions().list().stream().map(SessionReport::of).toList();
    }

    private static Contents contents(Conversation chat, Status status, @Nullable String query) {
        List<Message> transcript = chat.transcript();
        return new Contents(
                status.state().map(StateDocument::texts).orElse(Map.of()),
                transcript.subList(Math.max(0, transcript.size() - MAX_MESSAGES), transcript.size()).stream()
                        .map(message ->
                                new ShownMessage(message.role().name().toLowerCase(Locale.ROOT), message.text()))
                        .toList(),
                chat.record().map(CompressionRecord::artefacts).orElse(Artefacts.NONE),
                query == null || query.isBlank() ? List.of() : chat.recall().searchAll(query, MAX_HITS));
    }

    /** Texts of the state by field, the last messages of the transcript, the artefacts, and what a search has found. */
    record Contents(
            Map<String, List<String>> state, List<ShownMessage> messages, Artefacts artefacts, List<Hit> found) {}

    /** A compression record without what it says. */
    record RecordReport(long version, String cause, long boundary, int stateTokens, Instant createdAt) {
        private static RecordReport of(CompressionRecord record) {
            return new RecordReport(
                    record.version(),
                    record.cause().name().toLowerCase(Locale.ROOT),
                    record.boundary(),
                    record.accounting().stateTokens(),
                    record.createdAt());
        }
    }

    /** A session without its title. */
    record SessionReport(
            String id,
            String conversationId,
            @Nullable String parent,
            @Nullable Instant ended,
            long messages,
            long tokens) {
        private static SessionReport of(Session session) {
            return new SessionReport(
                    session.id(),
                    session.conversationId(),
                    session.parent(),
                    session.ended(),
                    session.messages(),
                    session.tokens());
        }
    }

    record ShownMessage(String role, String text) {}
}
