package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.state.Artefacts;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.RecordDiff;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * State of one conversation; sizes are tokens. {@code contents} is {@code null} unless the application shows it.
 *
 * @param pins sequence numbers of what is pinned
 * @param diff the difference between the last two of {@code history}; {@code null} if there are fewer
 */
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
        List<Long> pins,
        List<RecordReport> history,
        @Nullable DiffReport diff,
        List<SessionReport> sessions,
        @Nullable Contents contents) {
    private static final int MAX_MESSAGES = 100;
    private static final int MAX_HITS = 20;

    static ConversationReport of(Conversation chat, boolean showContents, @Nullable String query) {
        Status status = chat.status();
        List<CompressionRecord> history = chat.history();
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
                chat.pins().stream().map(Entry::sequence).toList(),
                history.stream().map(RecordReport::of).toList(),
                diff(chat, history),
                sessions(chat),
                showContents ? contents(chat, status, query) : null);
    }

    private static @Nullable DiffReport diff(Conversation chat, List<CompressionRecord> history) {
        int last = history.size() - 1;
        return last < 1
                ? null
                : DiffReport.of(chat.diff(
                        history.get(last - 1).version(), history.get(last).version()));
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

    /** A difference of states without what it says. */
    record DiffReport(int added, int gone, int changed, int facts, int factsKept, int tokensBefore, int tokensAfter) {
        private static DiffReport of(RecordDiff diff) {
            return new DiffReport(
                    diff.added().size(),
                    diff.gone().size(),
                    diff.changed().size(),
                    diff.facts(),
                    diff.factsKept(),
                    diff.tokensBefore(),
                    diff.tokensAfter());
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
