package io.github.sessioncompression.cost;

import io.github.sessioncompression.token.Usage;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a process has seen of a chat's calls: when the last one was, and which share of the stable beginning of its requests the provider took
 * from the cache. Not safe for use by many threads.
 */
public final class CallTimes {
    private static final double LEARNING = 0.2;

    private @Nullable Instant last;
    private long stable;
    private double share = 1;
    private boolean reportsCache;

    /**
     * A request was prepared.
     *
     * @param at the time
     * @param stableTokens tokens at its beginning that the request before had, 0 or more
     */
    public void called(Instant at, long stableTokens) {
        last = at;
        stable = stableTokens;
    }

    /** The provider reported the request. A provider that never reports a cached token says nothing about its cache. */
    public void reported(Usage usage, PriceProfile prices) {
        reportsCache |= usage.cacheReadTokens() > 0;
        long expected = prices.cached(stable);
        if (reportsCache && expected > 0) {
            double seen = Math.min(1, (double) usage.cacheReadTokens() / expected);
            share += LEARNING * (seen - share);
        }
        stable = 0;
    }

    /** {@code listed} with the price that a token of the stable beginning really has. */
    public PriceProfile learnt(PriceProfile listed) {
        return share >= 1 ? listed : listed.withCacheShare(share);
    }

    /** True if the last call of this process is so long ago that its prefix is no longer cached; false if there was none. */
    public boolean isCold(PriceProfile prices, Instant now) {
        return last != null && last.plus(prices.lifetime()).isBefore(now);
    }
}
