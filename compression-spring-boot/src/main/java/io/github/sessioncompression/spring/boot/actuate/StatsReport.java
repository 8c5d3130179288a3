package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters.ModelUse;

/** {@link CompressionStats} as plain numbers; durations are in milliseconds. */
record StatsReport(
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
        long broughtBack,
        Coverage factCoverage) {
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
                stats.broughtBack(),
                stats.factCoverage());
    }
}
