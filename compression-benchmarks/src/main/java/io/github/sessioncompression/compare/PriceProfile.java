package io.github.sessioncompression.compare;

/**
 * Prices of input tokens, in the price of one that is not cached, and what a prefix must have to be cached. Read 2026-11-29.
 *
 * @see <a href="https://platform.openai.com/docs/guides/prompt-caching">OpenAI, prompt caching</a>
 * @see <a href="https://platform.claude.com/docs/en/build-with-claude/prompt-caching">Anthropic, prompt caching</a>
 */
enum PriceProfile {
    /** Prefixes of 1,024 tokens and more, in steps of 128; a cached token costs a tenth, writing nothing. */
    OPENAI_LIKE(0.1, 1.0, 1_024, 128),

    /** Prefixes of 1,024 tokens and more; a cached token costs a tenth, one that is written to the cache a quarter more. */
    ANTHROPIC_LIKE(0.1, 1.25, 1_024, 1);

    private final double read;
    private final double write;
    private final int least;
    private final int step;

    PriceProfile(double read, double write, int least, int step) {
        this.read = read;
        this.write = write;
        this.least = least;
        this.step = step;
    }

    /** Price of a request of {@code tokens}, of which the first {@code prefix} are those of the request before. */
    double price(int tokens, int prefix) {
        int cached = prefix < least ? 0 : prefix / step * step;
        return cached * read + (tokens - cached) * (tokens < least ? 1 : write);
    }
}
