package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.policy.CompressionPolicy;

/**
 * What the library did for all conversations together.
 *
 * @param enabled whether compression is on
 * @param contextWindow the window of the chat's model, in tokens
 * @param triggerTokens above this a context is relieved
 * @param hardLimitTokens above this no view is sent while there is anything to take away
 * @param stats counts since the application started
 */
public record TotalsReport(
        boolean enabled, int contextWindow, int triggerTokens, int hardLimitTokens, StatsReport stats)
        implements Report {
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
