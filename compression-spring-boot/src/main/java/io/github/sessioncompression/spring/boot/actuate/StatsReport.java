package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.event.CompressionStats.FactCoverage;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.store.Counters.RecallUse;

/**
 * {@link CompressionStats} as plain numbers; durations are in milliseconds.
 *
 * @param messagesTotal messages in the transcripts
 * @param messagesActive those that no compression covers
 * @param compressions compressions that replaced at least one message
 * @param prunings steps that replaced at least one tool result
 * @param failures stages that failed
 * @param tokensSaved by how much contexts got smaller
 * @param lastLatencyMillis how long the latest compression took
 * @param meanLatencyMillis how long a compression took on average
 * @param maxLatencyMillis how long the slowest took
 * @param sentTokens the size of all the requests sent, or of all the views taken where requests are not seen
 * @param stablePrefixTokens how many of them were in an unchanged beginning
 * @param modelUsage what the compression model was used for
 * @param chatUsage what the chat's own model calls used, as far as it was reported
 * @param recallUsage what came back into the contexts, and what was missed there
 * @param factCoverage what became of the facts of what was compressed
 */
public record StatsReport(
        long messagesTotal,
        long messagesActive,
        long compressions,
        long prunings,
        long failures,
        long tokensSaved,
        long lastLatencyMillis,
        long meanLatencyMillis,
        long maxLatencyMillis,
        long sentTokens,
        long stablePrefixTokens,
        ModelUse modelUsage,
        ModelUse chatUsage,
        RecallUse recallUsage,
        FactCoverage factCoverage) {
    static StatsReport of(CompressionStats stats) {
        return new StatsReport(
                stats.messagesTotal(),
                stats.messagesActive(),
                stats.compressions(),
                stats.prunings(),
                stats.failures(),
                stats.tokensSaved(),
                stats.lastLatency().toMillis(),
                stats.meanLatency().toMillis(),
                stats.maxLatency().toMillis(),
                stats.sentTokens(),
                stats.stablePrefixTokens(),
                stats.modelUsage(),
                stats.chatUsage(),
                stats.recallUsage(),
                stats.factCoverage());
    }
}
