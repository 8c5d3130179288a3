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
    /**
     * A report of less than such a part of what is counted leaves something out, as one does that knows nothing of what came from a cache,
     * or is made up: no tokenizer, and no size of an image, is so far off.
     */
    private static final int LEAST_PART = 5;

    private final Source source;
    private Calibration calibration = Calibration.NONE;
    private int sentTokens;
    private long reported = -1;
    private int countedWhenReported;
    private int overhead;
    private int beside;

    ContextMeter(Source source) {
        this.source = source;
    }

    /** One that measures as this does now. */
    ContextMeter copy() {
        ContextMeter copy = new ContextMeter(source);
        copy.calibration = calibration;
        copy.sentTokens = sentTokens;
        copy.reported = reported;
        copy.countedWhenReported = countedWhenReported;
        copy.overhead = overhead;
        return copy;
    }

    /** Every request carries so many tokens beside the view. */
    void overhead(int tokens) {
        overhead = tokens;
    }

    /** A request under way carries so many tokens beside the context and the overhead, fewer than none where it lacks some. */
    void beside(int tokens) {
        beside = tokens;
    }

    /** What a request that counts {@code counted} tokens here, overhead included, is likely to be for the model. */
    long request(long counted) {
        if (source == Source.ESTIMATE) {
            return counted;
        }
        return reported < 0
                ? calibration.reported(counted)
                : Math.max(0, reported + Math.round((counted - overhead - countedWhenReported) * calibration.slope()));
    }

    /** How many tokens a request may count here, overhead included, to be no more than {@code limit} for the model. */
    long requestRoom(long limit) {
        if (source == Source.ESTIMATE) {
            return limit;
        }
        return reported < 0
                ? calibration.counted(limit)
                : overhead + countedWhenReported + (long) Math.floor((limit - reported) / calibration.slope());
    }

    /** The model refused a request that counts {@code counted} tokens here, overhead included: it took it for {@code size} tokens. */
    void refused(long counted, long size) {
        calibration = calibration.refused(counted, size);
        reported = -1;
    }

    /** A view was handed out: the next report is about it. */
    void sent(int countedTokens) {
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
        if (sentTokens == 0 || !saysSomething(request, (long) sentTokens + overhead)) {
            return;
        }
        calibration = calibration.observe((long) sentTokens + overhead, request);
        reported = request;
        countedWhenReported = sentTokens;
    }

    /**
     * The provider reported the size of a request that counted {@code requestTokens} here, the context as it is now among them if that
     * is not larger.
     */
    void reported(Usage usage, long requestTokens, int contextTokens) {
        long request = usage.requestTokens();
        if (!saysSomething(request, requestTokens)) {
            return;
        }
        calibration = calibration.observe(requestTokens, request);
        long passing = requestTokens - overhead - contextTokens;
        if (passing >= 0) {
            reported = Math.max(0, request - Math.round(passing * calibration.slope()));
            countedWhenReported = contextTokens;
        }
    }

    private boolean saysSomething(long reportedTokens, long countedTokens) {
        return reportedTokens > 0 && (source != Source.AUTO || reportedTokens >= countedTokens / LEAST_PART);
    }

    /** What is known of the model before anything is reported in this chat. */
    void begin(Calibration known) {
        if (!calibration.isObserved()) {
            calibration = known;
        }
    }

    /** What was learned so far. */
    Calibration calibration() {
        return calibration;
    }

    /** The context was rewritten: what was reported says nothing about it any more. */
    void rewritten() {
        reported = -1;
        sentTokens = 0;
    }

    /** The size of a context that counts {@code counted} tokens locally. */
    int measure(int counted) {
        return switch (source) {
            case ESTIMATE -> toInt((long) counted + overhead + beside);
            case PROVIDER -> reported < 0 ? Math.max(0, beside) : toInt(reported + beside);
            case AUTO ->
                reported < 0
                        ? toInt(calibration.reported((long) counted + overhead + beside))
                        : toInt(reported
                                + Math.round(((long) Math.max(0, counted - countedWhenReported) + beside)
                                        * calibration.slope()));
        };
    }

    /** How many locally counted tokens a limit of {@code limit} real ones leaves room for, 0 or more. */
    int counted(int limit) {
        long room = (source == Source.AUTO ? calibration.counted(limit) : limit) - overhead - beside;
        return toInt(Math.max(0, room));
    }

    private static int toInt(long tokens) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, tokens));
    }
}
