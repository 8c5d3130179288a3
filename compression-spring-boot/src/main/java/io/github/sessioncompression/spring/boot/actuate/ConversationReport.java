package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Status;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where one conversation stands.
 *
 * @param id its id
 * @param enabled whether it is compressed at all
 * @param compressing whether a compression is running in this process
 * @param messages how many messages the transcript has
 * @param activeMessages how many of them are shown in full or as placeholders
 * @param contextTokens the context's size
 * @param systemTokens tokens of the system messages
 * @param stateTokens tokens of the state
 * @param historyTokens tokens of the messages the state does not cover
 * @param toolTokens tokens of the tool results among those
 * @param triggerTokens above this the context is relieved
 * @param hardLimitTokens above this no view is sent while there is anything to take away
 * @param contextWindow the window of the chat's model, in tokens
 * @param stats counts since the conversation was opened in this process
 * @param contents what was said; {@code null} unless the application shows it
 */
public record ConversationReport(
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

    /**
     * What was said.
     *
     * @param state the state's texts by field
     * @param messages the last 100 messages of the transcript
     */
    public record Contents(Map<String, List<String>> state, List<ShownMessage> messages) {}

    /**
     * A message.
     *
     * @param role whose it is
     * @param text what it says
     */
    public record ShownMessage(String role, String text) {}
}
