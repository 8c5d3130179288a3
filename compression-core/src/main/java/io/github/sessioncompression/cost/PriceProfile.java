package io.github.sessioncompression.cost;

import io.github.sessioncompression.option.Bounds;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Prices of a model's tokens, and the rules of its provider's prompt cache.
 *
 * <p>The four prices have one unit: an amount of {@link #currency()} per million tokens, or, without a currency, shares of the price of
 * input. {@link PriceProfiles} has the bundled ones. Immutable.
 *
 * @param name of the profile or the model, 1 to 256 characters
 * @param currency such as {@code USD}; empty if the prices are relative
 * @param input price of an input token that neither comes from the cache nor is written to it, 0 to 1,000,000
 * @param cachedRead price of an input token from the cache, 0 to 1,000,000
 * @param cacheWrite price of an input token that is written to the cache, in place of {@code input}, 0 to 1,000,000
 * @param output price of an output token, 0 to 1,000,000
 * @param leastPrefix tokens of the shortest prefix that is cached, 0 to 1,000,000
 * @param step tokens in which a cached prefix grows, 1 to 1,000,000
 * @param lifetime time after which an unread prefix is no longer cached, 1 s to 30 days
 */
public record PriceProfile(
        String name,
        String currency,
        double input,
        double cachedRead,
        double cacheWrite,
        double output,
        int leastPrefix,
        int step,
        Duration lifetime) {
    /** The most characters of a name. */
    static final int MAX_NAME_LENGTH = 256;

    private static final int MOST = 1_000_000;
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final double MILLION = 1e6;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException with name, range and value of a number that is out of its range
     */
    public PriceProfile {
        Bounds.text("name", name, MAX_NAME_LENGTH);
        Objects.requireNonNull(currency, "currency");
        Bounds.within("input", input, 0, MOST);
        Bounds.within("cachedRead", cachedRead, 0, MOST);
        Bounds.within("cacheWrite", cacheWrite, 0, MOST);
        Bounds.within("output", output, 0, MOST);
        Bounds.within("leastPrefix", leastPrefix, 0, MOST);
        Bounds.within("step", step, 1, MOST);
        Bounds.within("lifetime", lifetime, SHORTEST, LONGEST);
    }

    /** Tokens of a request that come from the cache if its first {@code prefix} tokens are those of an earlier request. */
    public long cached(long prefix) {
        return prefix < leastPrefix ? 0 : prefix / step * step;
    }

    /**
     * Input of a request, in the profile's unit of one token.
     *
     * @param tokens of the whole request, 0 or more
     * @param prefix how many of them begin an earlier request whose prefix is still cached, 0 to {@code tokens}
     */
    public double request(long tokens, long prefix) {
        long cached = cached(prefix);
        return cached * cachedRead + (tokens - cached) * (tokens < leastPrefix ? input : cacheWrite);
    }

    /** Price of a call that reads {@code in} tokens of input, none of them cached, and writes {@code out}, in the unit of one token. */
    public double call(long in, long out) {
        return in * input + out * output;
    }

    /** {@code price} in tokens of uncached input; 0 if nothing is paid for input. */
    public double inputTokens(double price) {
        return input == 0 ? 0 : price / input;
    }

    /** {@code price} in the currency; empty if the prices are relative. */
    public Optional<Double> money(double price) {
        return currency.isEmpty() ? Optional.empty() : Optional.of(price / MILLION);
    }

    /** These prices if only a share of what could come from the cache does, 0 to 1; the rest costs as much as what is written to it. */
    PriceProfile withCacheShare(double share) {
        double read = share * cachedRead + (1 - share) * cacheWrite;
        return new PriceProfile(name, currency, input, read, cacheWrite, output, leastPrefix, step, lifetime);
    }

    /** True if nothing is paid for input: no sum decides anything then. */
    public boolean isFree() {
        return input == 0;
    }
}
