package io.github.sessioncompression.cost;

import java.util.Optional;

/**
 * Costs of a compression that could be made now, and what would be done for them. All sums are input in tokens at full price, a cached token
 * counting as what it costs of one; {@link #money} has them in money.
 *
 * @param prices of the chat's model
 * @param now of the next call if nothing is done
 * @param after of a call behind the compression
 * @param once what the first call behind it costs more, because the cached prefix is lost; below 0 if it costs less
 * @param model of the call of the compression model, 0 if none would be asked
 * @param breakEvenCalls calls after which the compression has paid for itself; {@link Integer#MAX_VALUE} if never
 * @param expectedCalls calls until the context is at the hard limit again, at the pace of the chat
 * @param advice what would be done
 * @param reason for the advice, in words
 */
public record CostEstimate(
        PriceProfile prices,
        double now,
        double after,
        double once,
        double model,
        int breakEvenCalls,
        int expectedCalls,
        Advice advice,
        String reason) {
    /** A way to make room, or none. */
    public enum Advice {
        /** Nothing yet. */
        LEAVE,
        /** Old tool results become placeholders, which is enough. */
        PRUNE,
        /** An extract replaces the older messages. */
        EXTRACT,
        /** The compression model writes the state. */
        MODEL
    }

    /** This estimate with another advice. */
    public CostEstimate with(Advice other, String why) {
        return new CostEstimate(prices, now, after, once, model, breakEvenCalls, expectedCalls, other, why);
    }

    /** True if the compression is expected to pay for itself before the next one. */
    public boolean isWorthIt() {
        return breakEvenCalls <= expectedCalls;
    }

    /** {@code tokens} at full price in the currency of {@link #prices}; empty if the prices are relative. */
    public Optional<Double> money(double tokens) {
        return prices.money(tokens * prices.input());
    }
}
