package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;

/** Totals of all conversations together. */
record TotalsReport(boolean enabled, int contextWindow, int triggerTokens, int hardLimitTokens, StatsReport stats) {
    static TotalsReport of(SessionCompressor compressor) {
        CompressionPolicy policy = compressor.policy();
        return new TotalsReport(
                policy.enabled(),
                policy.contextWindow(),
                policy.triggerTokens(),
                policy.hardLimitTokens(),
                StatsReport.of(compressor.stats()));
    }
}
