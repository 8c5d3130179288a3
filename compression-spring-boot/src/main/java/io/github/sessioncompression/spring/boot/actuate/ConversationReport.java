package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Plan;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.message.Entry;
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
 * @param lastMessages the last 100 messages of the transcript by number, for actions that name one
 * @param plan what would be done about the context now
 * @param diff the difference between two of {@code history}, the last two unless others are asked for; {@code null} if there are fewer
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
        List<MessageReport> lastMessages,
        PlanReport plan,
        List<RecordReport> history,
        @Nullable DiffReport diff,
        List<SessionReport> sessions,
        @Nullable Contents contents) {
    private static final int MAX_MESSAGES = 100;
    private static final int MAX_HITS = 20;

    static ConversationReport of(
            Conversation chat, boolean showContents, @Nullable String query, @Nullable Long from, @Nullable Long to) {
        Status status = chat.status();
        List<CompressionRecord> history = chat.history();
        List<Entry> entries = chat.entries();
        List<Entry> last = entries.subList(Math.max(0, entries.size() - MAX_MESSAGES), entries.size());
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
                last.stream().map(MessageReport::of).toList(),
                PlanReport.of(chat.plan()),
                history.stream().map(RecordReport::of).toList(),
                diff(chat, history, from, to),
                sessions(chat),
                showContents ? contents(chat, status, last, query) : null);
    }

    private static @Nullable DiffReport diff(
            Conversation chat, List<CompressionRecord> history, @Nullable Long from, @Nullable Long to) {
        int last = history.size() - 1;
        if (last < 1 && from == null && to == null) {
            return null;
        }
        if (last < 0) {
            throw new IllegalArgumentException("from and to must be versions of records, but there is none yet");
        }
        long first = from != null ? from : history.get(Math.max(0, last - 1)).version();
        long second = to != null ? to : history.get(last).version();
        return DiffReport.of(first, second, chat.diff(first, second));
    }

    /** None for an earlier session, which has none of its own. */
    private static List<SessionReport> sessions(Conversation chat) {
        return chat.isEarlierSession()
                ? List.of()
                : chat.sessions().list().stream().map(SessionReport::of).toList();
    }

    private static Contents contents(Conversation chat, Status status, List<Entry> last, @Nullable String query) {
        return new Contents(
                status.state().map(StateDocument::texts).orElse(Map.of()),
                last.stream()
                        .map(entry -> new ShownMessage(
                                entry.sequence(), roleOf(entry), entry.message().text()))
                        .toList(),
                chat.record().map(CompressionRecord::artefacts).orElse(Artefacts.NONE),
                query == null || query.isBlank() ? List.of() : chat.recall().searchAll(query, MAX_HITS));
    }

    private static String roleOf(Entry entry) {
        return entry.message().role().name().toLowerCase(Locale.ROOT);
    }

    /** A message without its text. */
    record MessageReport(long number, String role, int tokens) {
        private static MessageReport of(Entry entry) {
            return new MessageReport(entry.sequence(), roleOf(entry), entry.tokens());
        }
    }

    /** A plan without what it would list. */
    record PlanReport(
            String step,
            int prunableResults,
            int compressibleMessages,
            int compressibleTokens,
            long boundary,
            int estimatedTokensAfter,
            int cachedTokensLost) {
        private static PlanReport of(Plan plan) {
            return new PlanReport(
                    plan.step().name().toLowerCase(Locale.ROOT),
                    plan.prunableResults(),
                    plan.compressibleMessages(),
                    plan.compressibleTokens(),
                    plan.boundary(),
                    plan.estimatedTokensAfter(),
                    plan.cachedTokensLost());
        }
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
    record DiffReport(
            long from,
            long to,
            int added,
            int gone,
            int changed,
            int facts,
            int factsKept,
            int tokensBefore,
            int tokensAfter) {
        private static DiffReport of(long from, long to, RecordDiff diff) {
            return new DiffReport(
                    from,
                    to,
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

    record ShownMessage(long number, String role, String text) {}
}
