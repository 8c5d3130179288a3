package io.github.sessioncompression.token;

/**
 * Line from the local count of a request to the tokens that a provider reports: a fixed part, for what every request carries uncounted,
 * and a slope, for the tokenizer. Immutable.
 *
 * <p>Design note. A Kalman filter with two states. The prior (slope 1 give or take 0.3, fixed part unknown) weighs against the reports
 * by its variance, so a first report far above the count of a short chat goes into the fixed part, and the slope is learned as the chat
 * grows. An outlier (other tools, a sum over several requests) moves the fixed part alone, by a bounded step, and raises both variances: one
 * outlier does little, several in a row are soon followed.
 *
 * <p><em>Does nothing when</em> a count or a report is 0 or less. <em>On failure</em>: throws nothing; both numbers are
 * clamped to their bounds.
 *
 * @see ContextMeter
 */
final class Calibration {
    /** The least and the greatest slope. */
    static final double MIN_SLOPE = 0.5;

    static final double MAX_SLOPE = 2.5;

    /** Largest fixed part, in tokens. */
    private static final double MAX_FIXED = 1_000_000;
    /** No request is larger. */
    private static final double MOST = 1e9;

    /** Standard deviation of the slope before any report. */
    private static final double SLOPE_SPREAD = 0.3;
    /** Standard deviation of the fixed part before any report, in tokens: tools and prompts may take as many. */
    private static final double FIXED_SPREAD = 20_000;
    /** Noise of a report that follows the line: tokens, and a part of the report. */
    private static final double NOISE_TOKENS = 20;

    private static final double NOISE_SHARE = 0.01;
    /** Growth of the spreads with each report. */
    private static final double SLOPE_DRIFT = 0.003;

    private static final double FIXED_DRIFT = 50;
    /** Likely uncounted share of a refused request. */
    private static final double REFUSED_SHARE = 0.15;
    /** Number of standard deviations beyond which a report is an outlier. */
    private static final double ODD = 3;
    /** Growth of the slope's spread by an outlier. */
    private static final double SLOPE_DOUBT = 0.1;

    /** Nothing learned: what is counted is what is reported. */
    public static final Calibration NONE =
            new Calibration(0, 1, FIXED_SPREAD * FIXED_SPREAD, 0, SLOPE_SPREAD * SLOPE_SPREAD, false);

    private final double fixed;
    private final double slope;
    private final double fixedVariance;
    private final double covariance;
    private final double slopeVariance;
    private final boolean observed;

    private Calibration(
            double fixed,
            double slope,
            double fixedVariance,
            double covariance,
            double slopeVariance,
            boolean observed) {
        this.fixed = fixed;
        this.slope = slope;
        this.fixedVariance = fixedVariance;
        this.covariance = covariance;
        this.slopeVariance = slopeVariance;
        this.observed = observed;
    }

    /**
     * The calibration after another report.
     *
     * @param countedTokens the local count of a request; a pair with 0 or less is ignored
     * @param reportedTokens what the provider reported for the same request; a pair with 0 or less is ignored
     */
    public Calibration observe(long countedTokens, long reportedTokens) {
        if (countedTokens <= 0 || reportedTokens <= 0) {
            return this;
        }
        double counted = Math.min(MOST, (double) countedTokens);
        double reported = Math.min(MOST, (double) reportedTokens);
        double expected = fixed + slope * counted;
        double off = reported - expected;
        double fixedGain = fixedVariance + covariance * counted;
        double slopeGain = covariance + slopeVariance * counted;
        double noise = NOISE_TOKENS + NOISE_SHARE * Math.min(reported, expected);
        double variance = Math.max(0, fixedGain + slopeGain * counted) + noise * noise;
        double most = ODD * Math.sqrt(variance);
        if (Math.abs(off) > most) {
            double step = Math.copySign(most, off);
            return within(
                    fixed + step,
                    slope,
                    fixedVariance + step * step,
                    covariance,
                    slopeVariance + SLOPE_DOUBT * SLOPE_DOUBT);
        }
        return within(
                fixed + fixedGain / variance * off,
                slope + slopeGain / variance * off,
                Math.max(0, fixedVariance - fixedGain * fixedGain / variance) + FIXED_DRIFT * FIXED_DRIFT,
                covariance - fixedGain * slopeGain / variance,
                Math.max(0, slopeVariance - slopeGain * slopeGain / variance) + SLOPE_DRIFT * SLOPE_DRIFT);
    }

    /** A calibration with both numbers clamped to their bounds, each to its likeliest value given the other, and variances of at most the prior's. */
    private static Calibration within(
            double fixed, double slope, double fixedVariance, double covariance, double slopeVariance) {
        double ofFixed = Math.min(FIXED_SPREAD * FIXED_SPREAD, fixedVariance);
        double ofSlope = Math.min(SLOPE_SPREAD * SLOPE_SPREAD, slopeVariance);
        double most = Math.sqrt(ofFixed * ofSlope);
        double together = Math.max(-most, Math.min(most, covariance));
        double possibleSlope = slopeWithin(slope);
        double fixedThen = fixed + together / ofSlope * (possibleSlope - slope);
        double possibleFixed = Math.max(0, Math.min(MAX_FIXED, fixedThen));
        double slopeThen = possibleSlope + together / ofFixed * (possibleFixed - fixedThen);
        return new Calibration(possibleFixed, slopeWithin(slopeThen), ofFixed, together, ofSlope, true);
    }

    private static double slopeWithin(double slope) {
        return Math.max(MIN_SLOPE, Math.min(MAX_SLOPE, slope));
    }

    /**
     * The calibration after a refusal of a request as too long. Before any report it is evidence about the tokenizer rather than about the fixed part.
     *
     * @param countedTokens the local count of the request; ignored with 0 or less
     * @param size the provider's count; ignored with 0 or less
     */
    public Calibration refused(long countedTokens, long size) {
        double spread = Math.max(1, REFUSED_SHARE * size);
        Calibration surer = observed
                ? this
                : new Calibration(
                        fixed, slope, Math.min(fixedVariance, spread * spread), covariance, slopeVariance, false);
        return surer.observe(countedTokens, size);
    }

    /** The calibration for another chat with the same model: the slope stays, the fixed part is unknown. */
    public Calibration forAnotherChat() {
        double spread = Math.max(slopeVariance, 4 * SLOPE_DRIFT * SLOPE_DRIFT);
        return new Calibration(0, slope, FIXED_SPREAD * FIXED_SPREAD, 0, spread, false);
    }

    /** True if anything was observed in this chat. */
    public boolean isObserved() {
        return observed;
    }

    /** Tokens reported for one counted, {@value #MIN_SLOPE} to {@value #MAX_SLOPE}; 1 if nothing is known. */
    public double slope() {
        return slope;
    }

    /** Uncounted tokens of every request, 0 or more; 0 if nothing is known. */
    public int fixedTokens() {
        return (int) Math.round(fixed);
    }

    /** The expected report for a request of {@code countedTokens}. */
    public long reported(long countedTokens) {
        return Math.round(fixed + slope * countedTokens);
    }

    /** The count of a request that is expected to be reported as {@code reportedTokens}, rounded down; negative if the fixed part is larger. */
    public long counted(long reportedTokens) {
        return (long) Math.floor(((double) reportedTokens - fixed) / slope);
    }

    @Override
    public String toString() {
        return "Calibration[fixed=" + fixedTokens() + ", slope=" + Math.round(slope * 1_000) / 1_000.0 + ']';
    }
}
