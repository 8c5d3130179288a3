package io.github.sessioncompression.token;

/**
 * How what a provider reports of requests follows from the local count: a fixed part, for what every request carries that is not
 * counted here, and a slope, for the tokenizer.
 *
 * <p>Design note. Recursive least squares over both, as a Kalman filter with two states (R. E. Kalman, 1960): what is believed before
 * the first report (slope 1 give or take 0.3, fixed part unknown) weighs against the reports by how certain each is, so a first
 * report that is far above the count of a short chat goes into the fixed part, and the slope is learned as the chat grows. A
 * little is forgotten with each report. A report far from what is expected (other tools, a sum over several requests) says nothing
 * about the tokenizer: it moves the fixed part, by no more than is just believable, and leaves both less certain. So one such
 * report does little, and several in a row are soon followed.
 *
 * <p>Immutable, so safe for use by many threads.
 */
public final class Calibration {
    /** The least and the greatest slope. */
    static final double MIN_SLOPE = 0.5;

    static final double MAX_SLOPE = 2.5;

    private static final double MAX_FIXED = 1_000_000;
    /** No request is larger. */
    private static final double MOST = 1e9;

    private static final double SLOPE_SPREAD = 0.3;
    private static final double FIXED_SPREAD = 20_000;
    /** How far off a report is that follows the line: tokens, and a part of the report. */
    private static final double NOISE_TOKENS = 20;

    private static final double NOISE_SHARE = 0.01;
    /** What is forgotten with each report. */
    private static final double SLOPE_DRIFT = 0.003;

    private static final double FIXED_DRIFT = 50;
    /** How much of a refused request's size is likely to be what is not counted. */
    private static final double REFUSED_SHARE = 0.15;
    /** A report is no more believable that is off by so many times what is expected. */
    private static final double ODD = 3;
    /** How much less certain such a report makes the slope: it may be wrong itself. */
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
     * What is known after another report.
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

    /**
     * A line that may be one: where one of its two numbers is beyond its bounds it is taken back to them, and the other to what is most
     * likely then, so that the line still goes through what was reported. Never less certain than before all reports.
     */
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
     * What is known after a request was refused as too long, which the provider took for {@code size} tokens. With nothing reported so
     * far that says more about the tokenizer than about what requests carry beside what is counted.
     *
     * @param countedTokens the local count of the request; ignored with 0 or less
     * @param size what the provider took it for; ignored with 0 or less
     */
    public Calibration refused(long countedTokens, long size) {
        double spread = Math.max(1, REFUSED_SHARE * size);
        Calibration surer = observed
                ? this
                : new Calibration(
                        fixed, slope, Math.min(fixedVariance, spread * spread), covariance, slopeVariance, false);
        return surer.observe(countedTokens, size);
    }

    /** What is known of another chat with the same model: the tokenizer, but not what its requests carry. */
    public Calibration forAnotherChat() {
        double spread = Math.max(slopeVariance, 4 * SLOPE_DRIFT * SLOPE_DRIFT);
        return new Calibration(0, slope, FIXED_SPREAD * FIXED_SPREAD, 0, spread, false);
    }

    /** True if anything was observed in this chat. */
    public boolean isObserved() {
        return observed;
    }

    /** How many tokens are reported for one counted, {@value #MIN_SLOPE} to {@value #MAX_SLOPE}; 1 if nothing is known. */
    public double slope() {
        return slope;
    }

    /** How many tokens every request carries that are not counted, 0 or more; 0 if nothing is known. */
    public int fixedTokens() {
        return (int) Math.round(fixed);
    }

    /** What is likely to be reported for a request that counts {@code countedTokens}. */
    public long reported(long countedTokens) {
        return Math.round(fixed + slope * countedTokens);
    }

    /** How many counted tokens are likely to be reported as {@code reportedTokens}, rounded down; negative if the fixed part is larger. */
    public long counted(long reportedTokens) {
        return (long) Math.floor(((double) reportedTokens - fixed) / slope);
    }

    @Override
    public String toString() {
        return "Calibration[fixed=" + fixedTokens() + ", slope=" + Math.round(slope * 1_000) / 1_000.0 + ']';
    }
}
