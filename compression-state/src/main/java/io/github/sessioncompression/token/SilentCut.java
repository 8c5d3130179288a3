package io.github.sessioncompression.token;

/**
 * Finds a provider that cuts requests without a word, as Ollama does at its {@code num_ctx}: the reported size stays equal while the
 * requests grow.
 *
 * <p>Reports that were never plausible, as of a gateway that leaves out cached tokens, and overhead that is not counted here are no
 * cuts. Not safe for use by many threads.
 */
public final class SilentCut {
    private static final int FEWEST_REPORTS = 3;
    /** Share of the reported size within which it counts as the same. */
    private static final double STILL = 0.05;
    /** Share of the reported size by which the requests must have grown at the same time. */
    private static final double GROWN = 0.25;
    /** Least part of the counted size in a plausible report. */
    private static final double PLAUSIBLE = 0.7;

    private long firstReported;
    private long firstCounted;
    private long largest;
    private int reports;

    /** The size at which requests are cut, as far as this report of a request of {@code counted} tokens shows it; 0 if it does not. */
    public long after(long reported, long counted) {
        boolean same = Math.abs(reported - firstReported) <= STILL * firstReported;
        if (reports == 0 || !same || counted < firstCounted) {
            firstReported = reported;
            firstCounted = counted;
            largest = reported;
            reports = reported >= PLAUSIBLE * counted ? 1 : 0;
            return 0;
        }
        reports++;
        largest = Math.max(largest, reported);
        return reports >= FEWEST_REPORTS && counted - firstCounted >= GROWN * firstReported ? largest : 0;
    }

    /** Begins again. */
    public void forget() {
        reports = 0;
    }
}
