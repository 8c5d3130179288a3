package io.github.sessioncompression.recall;

/**
 * Scores in standard deviations above the mean of all messages, of which only the best scores are known.
 *
 * <p>Where all are known that is what they are. Else the scores are laid over the quantiles that as many draws from a normal distribution
 * would have at these ranks, and a line through them tells mean and deviation (a normal Q–Q plot). The best quarter takes no part in it, for what has
 * to do with the query is no chance; the line tells how near the best of the others come.
 */
final class StandardScores {
    private static final int LEFT_OUT = 4;
    /** Fewer say nothing of a distribution. */
    private static final int ENOUGH = 8;

    /** Less is no difference. */
    private static final double LEAST = 1e-9;

    private StandardScores() {}

    /**
     * The standard scores, 0 for what is no better than the mean; all 0 where the scores do not differ.
     *
     * @param scores the best scores, best first
     * @param all how many messages there are that have one
     */
    static double[] of(double[] scores, int all) {
        int size = Math.max(all, scores.length);
        Line line =
                Line.of(scores, scores.length < size && scores.length >= ENOUGH ? scores.length / LEFT_OUT : 0, size);
        if (line.deviation() < LEAST) {
            line = Line.of(scores, 0, size);
        }
        double[] standard = new double[scores.length];
        for (int rank = 0; rank < scores.length && line.deviation() >= LEAST; rank++) {
            standard[rank] = Math.max(0, (scores[rank] - line.mean()) / line.deviation());
        }
        return standard;
    }

    /** What the scores from a rank on say of all. */
    private record Line(double mean, double deviation) {
        static Line of(double[] scores, int from, int size) {
            double sumX = 0;
            double sumY = 0;
            double sumXx = 0;
            double sumXy = 0;
            double sumYy = 0;
            for (int rank = from; rank < scores.length; rank++) {
                double x = quantile((rank + 0.5) / size);
                sumX += x;
                sumY += scores[rank];
                sumXx += x * x;
                sumXy += x * scores[rank];
                sumYy += scores[rank] * scores[rank];
            }
            int count = Math.max(1, scores.length - from);
            double mean = sumY / count;
            if (size == scores.length) {
                return new Line(mean, Math.sqrt(Math.max(0, sumYy / count - mean * mean)));
            }
            double spread = sumXx - sumX * sumX / count;
            double slope = spread <= 0 ? 0 : (sumXy - sumX * mean) / spread;
            return new Line(mean - slope * sumX / count, slope);
        }
    }

    /** What this share of normally distributed values is above: Abramowitz and Stegun 26.2.23, its error below 0.00045. */
    static double quantile(double share) {
        if (share > 0.5) {
            return -quantile(1 - share);
        }
        double t = Math.sqrt(-2 * Math.log(share));
        return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    }
}
