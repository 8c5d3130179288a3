package io.github.sessioncompression.session;

import io.github.sessioncompression.option.Bounds;

/**
 * Options of the sessions that a chat consists of. Immutable.
 *
 * @param parents how many earlier sessions a new one is shown the states of, the newest first: 0 to 100; 5 by default
 * @param parentShare the share of the state's cap that these take together, 0.01 to 0.5; 0.25 by default
 * @param resumeRatio the share of the window up to which a resumed session is shown in full, 0.01 to 1; 0.70 by default
 */
public record SessionOptions(int parents, double parentShare, double resumeRatio) {
    /** The most sessions whose states are shown. */
    public static final int MAX_PARENTS = 100;

    /** The smallest share of the state's cap or the window. */
    public static final double MIN_SHARE = 0.01;

    /** The largest share of the state's cap. */
    public static final double MAX_SHARE = 0.5;

    private static final SessionOptions DEFAULTS = new SessionOptions(5, 0.25, 0.70);

    /** Checks the bounds. */
    public SessionOptions {
        Bounds.within("parents", parents, 0, MAX_PARENTS);
        Bounds.within("parentShare", parentShare, MIN_SHARE, MAX_SHARE);
        Bounds.within("resumeRatio", resumeRatio, MIN_SHARE, 1);
    }

    /** The states of five sessions within a quarter of the cap; sessions of up to 70 % of the window are resumed in full. */
    public static SessionOptions defaults() {
        return DEFAULTS;
    }

    /** These options with another number of {@link #parents()}. */
    public SessionOptions withParents(int sessions) {
        return new SessionOptions(sessions, parentShare, resumeRatio);
    }

    /** These options with another {@link #parentShare()}. */
    public SessionOptions withParentShare(double share) {
        return new SessionOptions(parents, share, resumeRatio);
    }

    /** These options with another {@link #resumeRatio()}. */
    public SessionOptions withResumeRatio(double ratio) {
        return new SessionOptions(parents, parentShare, ratio);
    }
}
