package io.github.sessioncompression;

import io.github.sessioncompression.token.Calibration;
import io.github.sessioncompression.token.TokenOptions.Source;
import io.github.sessioncompression.token.Usage;

/**
 * How large a context is, from the local count and from what the provider reported last.
 *
 * <p>With {@link Source#AUTO} it is the last reported size plus the calibrated count of what was added since; after
 * a rewrite the calibrated count alone. Not safe for use by many threads.
 */
final class ContextMeter {
    private final Source source;
    private Calibration calibration = Calibration.NONE;
    /** Whether a view was handed out since the context was rewritten. */
    private boolean sent;

    private int sentTokens;
    private long reported = -1;
    private int countedWhenReported;
    private int overhead;

    ContextMeter(Source source) {
        this.source = source;
    }

    /** Every request carries so many tokens beside the view. */
    void overhead(int tokens) {
        overhead = tokens;
    }

    /** A view was handed out: the next report is about it. */
    void sent(int countedTokens) {
        sent = true;
        sentTokens = countedTokens;
    }

    /** The request that carried the last view carried so much more of the context. */
    void sentToo(int countedTokens) {
        if (sentTokens > 0) {
            sentTokens += countedTokens;
        }
    }

    /** The provider reported the size of the request that carried the last view. */
    void report(Usage usage) {
        long request = usage.requestTokens();
        if (request <= 0 || sentTokens == 0) {
            return;
        }
        calibration = calibration.observe((long) sentTokens + overhead, request);
        reported = request;
        countedWhenReported = sentTokens;
    }

    /**
     * The provider reported the size of a request that carried the context as it is now, {@code contextTokens}, and
     * {@code passing} tokens that the next ones will not.
     */
    void report(Usage usage, int contextTokens, int passing) {
        long request = usage.requestTokens();
        if (request <= 0 || !sent) {
            return;
        }
        calibration = calibration.observe((long) contextTokens + overhead + passing, request);
        reported = Math.max(0, request - calibrated(passing));
        countedWhenReported = contextTokens;
    }

    /** The provider refused the request that carried the last view as longer than its window. */
    void refused(int contextWindow) {
        if (sentTokens < contextWindow) {
            report(Usage.of(contextWindow, 0));
        }
    }

    /** The context was rewritten: what was reported says nothing about it any more. */
    void rewritten() {
        reported = -1;
        sent = false;
        sentTokens = 0;
    }

    /** The size of a context that counts {@code counted} tokens locally. */
    int measure(int counted) {
        return switch (source) {
            case ESTIMATE -> toInt((long) counted + overhead);
            case PROVIDER -> reported < 0 ? 0 : toInt(reported);
            case AUTO ->
                reported < 0
                        ? calibrated((long) counted + overhead)
                        : toInt(reported + calibrated(Math.max(0, counted - countedWhenReported)));
        };
    }

    /** How many locally counted tokens a limit of {@code limit} real ones leaves room for. */
    int counted(int limit) {
        int all = source == Source.AUTO ? (int) (limit / calibration.factor()) : limit;
        return all - overhead;
    }

    private int calibrated(long counted) {
        return toInt(Math.round(counted * calibration.factor()));
    }

    private static int toInt(long tokens) {
        return (int) Math.min(Integer.MAX_VALUE, tokens);
    }
}
