package io.github.sessioncompression.token;

import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;

/**
 * Options of token counting.
 *
 * <p>Immutable, so safe for use by many threads.
 *
 * <pre>{@code
 * TokenOptions options = TokenOptions.defaults().withSafetyFactor(1.1);
 * }</pre>
 */
public final class TokenOptions extends OptionSet<TokenOptions> {
    /** Numbers that decide whether a context is too large. */
    public enum Source {
        /** The usage last reported by the provider plus the estimate of what came after it; all estimated if none is known. */
        AUTO,
        /** The estimate alone. */
        ESTIMATE,
        /** Reported usage alone: nothing happens before the provider has reported any. Estimates only place the cut. */
        PROVIDER
    }

    /** UTF-16 units per token if a counter fails: the usual rule for English. */
    public static final double CHARS_PER_TOKEN = 4.0;

    /**
     * Tokens of one image, sound or document, whose base64 is not counted as text: a round figure between what providers take for a picture of about a
     * megapixel (OpenAI 765 at 1024 × 1024 in high detail, Anthropic width × height ÷ 750, at most about 1,600).
     */
    public static final int MEDIA_TOKENS = 1_000;

    /** The factor that leaves estimates as they are. */
    public static final double DEFAULT_SAFETY_FACTOR = 1.0;

    private static final Option<Double> SAFETY_FACTOR =
            Option.of("safetyFactor", DEFAULT_SAFETY_FACTOR, ValueType.decimal(0.5, 3));
    private static final Option<Source> SOURCE = Option.of("source", Source.AUTO, ValueType.oneOf(Source.class));

    private static final TokenOptions DEFAULTS = new TokenOptions(Values.of(SAFETY_FACTOR, SOURCE));

    private TokenOptions(Values values) {
        super(values, TokenOptions::new);
    }

    /** Safety factor 1, source AUTO. */
    public static TokenOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Factor of every estimate, 0.5 to 3, default {@value #DEFAULT_SAFETY_FACTOR}. Above 1 it makes up for a
     * {@link TokenCounter} known to count too low for a language: characters by four miss 20 to 30 % of Chinese.
     */
    public double safetyFactor() {
        return get(SAFETY_FACTOR);
    }

    /** The number that decides; default AUTO. */
    public Source source() {
        return get(SOURCE);
    }

    /**
     * These options with another safety factor.
     *
     * @throws IllegalArgumentException if {@code value} is not 0.5 to 3
     */
    public TokenOptions withSafetyFactor(double value) {
        return with(SAFETY_FACTOR, value);
    }

    /** These options with another source. */
    public TokenOptions withSource(Source value) {
        return with(SOURCE, value);
    }
}
