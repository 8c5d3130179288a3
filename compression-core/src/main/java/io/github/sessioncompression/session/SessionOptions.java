package io.github.sessioncompression.session;

import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;

/** Options of the sessions that a chat consists of. Immutable. */
public final class SessionOptions extends OptionSet<SessionOptions> {
    /** The most sessions whose states are shown. */
    public static final int MAX_PARENTS = 100;

    /** The smallest share. */
    public static final double MIN_SHARE = 0.01;

    /** The largest share of the state's cap. */
    public static final double MAX_SHARE = 0.5;

    private static final Option<Integer> PARENTS = Option.of("parents", 5, ValueType.integer(0, MAX_PARENTS));
    private static final Option<Double> PARENT_SHARE =
            Option.of("parentShare", 0.25, ValueType.decimal(MIN_SHARE, MAX_SHARE));
    private static final Option<Double> RESUME_RATIO = Option.of("resumeRatio", 0.70, ValueType.decimal(MIN_SHARE, 1));

    private static final SessionOptions DEFAULTS = new SessionOptions(Values.of(PARENTS, PARENT_SHARE, RESUME_RATIO));

    private SessionOptions(Values values) {
        super(values, SessionOptions::new);
    }

    /** The states of five sessions within a quarter of the cap; sessions of up to 70 % of the window are resumed in full. */
    public static SessionOptions defaults() {
        return DEFAULTS;
    }

    /** The number of earlier sessions whose states a new one is shown, the newest first: 0 to {@value #MAX_PARENTS}, default 5. */
    public int parents() {
        return get(PARENTS);
    }

    /** The share of the state's cap that these states take together, 0.01 to 0.5, default 0.25. */
    public double parentShare() {
        return get(PARENT_SHARE);
    }

    /** The share of the window up to which a resumed session is shown in full, 0.01 to 1, default 0.70. */
    public double resumeRatio() {
        return get(RESUME_RATIO);
    }

    /** These options with other {@link #parents()}. */
    public SessionOptions withParents(int value) {
        return with(PARENTS, value);
    }

    /** These options with another {@link #parentShare()}. */
    public SessionOptions withParentShare(double value) {
        return with(PARENT_SHARE, value);
    }

    /** These options with another {@link #resumeRatio()}. */
    public SessionOptions withResumeRatio(double value) {
        return with(RESUME_RATIO, value);
    }
}
