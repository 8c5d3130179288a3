package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
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
        @Nullable Contents contents)
        implements Report {
    private static final int MAX_MESSAGES = 100;

    static ConversationReport of(Conversation chat, boolean showContents) {
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
                showContents ? contents(chat, status) : null);
    }

    private static Contents contents(Conversation chat, Status status) {
        List<Message> transcript = chat.transcript();
        return new Contents(
                status.state().map(StateDocument::texts).orElse(Map.of()),
                transcript.subList(Math.max(0, transcript.size() - MAX_MESSAGES), transcript.size()).stream()
                        .map(message ->
                                new ShownMessage(message.role().name().toLowerCase(Locale.ROOT), message.text()))
                        .toList());
    }

    /** Texts of the state by field, and the last messages of the transcript. */
    record Contents(Map<String, List<String>> state, List<ShownMessage> messages) {}

    record ShownMessage(String role, String text) {}
}
