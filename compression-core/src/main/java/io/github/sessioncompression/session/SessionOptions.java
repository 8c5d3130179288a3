package io.github.sessioncompression.session;

import io.github.sessioncompression.option.Bounds;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Options of the sessions that a chat consists of. Immutable. */
public final class SessionOptions {
    /** The most sessions whose states are shown. */
    public static final int MAX_PARENTS = 100;

    /** The smallest share. */
    public static final double MIN_SHARE = 0.01;

    /** The largest share of the state's cap. */
    public static final double MAX_SHARE = 0.5;

    private static final SessionOptions DEFAULTS = new SessionOptions(5, 0.25, 0.70);

    private final int parents;
    private final double parentShare;
    private final double resumeRatio;

    private SessionOptions(int parents, double parentShare, double resumeRatio) {
        this.parents = Bounds.within("parents", parents, 0, MAX_PARENTS);
        this.parentShare = Bounds.within("parentShare", parentShare, MIN_SHARE, MAX_SHARE);
        this.resumeRatio = Bounds.within("resumeRatio", resumeRatio, MIN_SHARE, 1);
    }

    /** The states of five sessions within a quarter of the cap; sessions of up to 70 % of the window are resumed in full. */
    public static SessionOptions defaults() {
        return DEFAULTS;
    }

    /** The number of earlier sessions whose states a new one is shown, the newest first: 0 to {@value #MAX_PARENTS}, default 5. */
    public int parents() {
        return parents;
    }

    /** The share of the state's cap that these states take together, 0.01 to 0.5, default 0.25. */
    public double parentShare() {
        return parentShare;
    }

    /** The share of the window up to which a resumed session is shown in full, 0.01 to 1, default 0.70. */
    public double resumeRatio() {
        return resumeRatio;
    }

    /** The same with other {@link #parents()}. */
    public SessionOptions withParents(int newParents) {
        return new SessionOptions(newParents, parentShare, resumeRatio);
    }

    /** The same with another {@link #parentShare()}. */
    public SessionOptions withParentShare(double newShare) {
        return new SessionOptions(parents, newShare, resumeRatio);
    }

    /** The same with another {@link #resumeRatio()}. */
    public SessionOptions withResumeRatio(double newRatio) {
        return new SessionOptions(parents, parentShare, newRatio);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SessionOptions that
                && parents == that.parents
                && Double.compare(parentShare, that.parentShare) == 0
                && Double.compare(resumeRatio, that.resumeRatio) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(parents, parentShare, resumeRatio);
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "SessionOptions{parents=" + parents + ", parentShare=" + parentShare + ", resumeRatio=" + resumeRatio
                + '}';
    }
}
