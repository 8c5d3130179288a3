package io.github.sessioncompression;

import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.state.StateDocument;
import java.util.Optional;

/**
 * Status of a conversation.
 *
 * @param conversationId the conversation
 * @param enabled true if it is compressed at all
 * @param compressing true if a compression is running in this process
 * @param messages how many messages the transcript has
 * @param activeMessages how many of them the view shows in full or as placeholders
 * @param boundary the last sequence number the state covers, 0 if none
 * @param contextTokens the context as measured by the policy's token source
 * @param systemTokens tokens of the system messages, awareness block included
 * @param stateTokens tokens of the injected state
 * @param historyTokens tokens of the messages after the boundary
 * @param toolTokens tokens of the tool results among those
 * @param triggerTokens above this the context is relieved
 * @param hardLimitTokens above this no view is sent while there is anything to take away
 * @param contextWindow the window of the chat's model, in tokens
 * @param state the state as the view shows it; empty before the first compression
 * @param stats counts since the conversation was opened in this process
 */
public record Status(
        String conversationId,
        boolean enabled,
        boolean compressing,
        long messages,
        int activeMessages,
        long boundary,
        int contextTokens,
        int systemTokens,
        int stateTokens,
        int historyTokens,
        int toolTokens,
        int triggerTokens,
        int hardLimitTokens,
        int contextWindow,
        Optional<StateDocument> state,
        CompressionStats stats) {

    /** All numbers, without message texts: of the state only the number of its items. */
    @Override
    public String toString() {
        return "Status[conversationId=" + conversationId + ", enabled=" + enabled + ", compressing=" + compressing
                + ", messages=" + messages + ", activeMessages=" + activeMessages + ", boundary=" + boundary
                + ", contextTokens=" + contextTokens + ", systemTokens=" + systemTokens + ", stateTokens=" + stateTokens
                + ", historyTokens=" + historyTokens + ", toolTokens=" + toolTokens + ", triggerTokens=" + triggerTokens
                + ", hardLimitTokens=" + hardLimitTokens + ", contextWindow=" + contextWindow + ", state="
                + state.map(it -> it.items().size() + " items").orElse("none") + ", stats=" + stats + ']';
    }
}
