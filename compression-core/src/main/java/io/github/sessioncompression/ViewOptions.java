package io.github.sessioncompression;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.token.ModelLimits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How large one view may be, and whether it takes up a chat that has rested for long.
 *
 * <p>Immutable, so safe for use by many threads.
 *
 * <pre>{@code
 * View small = chat.view(ViewOptions.defaults().withMaxTokens(4_000));
 * View again = chat.view(ViewOptions.resuming());
 * }</pre>
 */
public final class ViewOptions {
    /** The share of the window that a chat which is taken up again may fill: the rest is for going on. */
    public static final double RESUME_SHARE = 0.7;

    private static final ViewOptions DEFAULTS = new ViewOptions(0, 1, false);

    private final int maxTokens;
    private final double maxShare;
    private final boolean resumed;

    private ViewOptions(int maxTokens, double maxShare, boolean resumed) {
        this.maxTokens = Bounds.zeroOrWithin("maxTokens", maxTokens, "no limit of its own", 1, ModelLimits.MAX_WINDOW);
        this.maxShare = Bounds.ratio("maxShare", maxShare);
        this.resumed = resumed;
    }

    /** No limit but the policy's. */
    public static ViewOptions defaults() {
        return DEFAULTS;
    }

    /** For a chat that has rested for long: {@link #resumed}, within {@value #RESUME_SHARE} of the window. */
    public static ViewOptions resuming() {
        return DEFAULTS.withResumed(true).withMaxShare(RESUME_SHARE);
    }

    /** The most tokens of the view, 1 to 1,000,000,000; 0, the default, for no limit of its own. */
    public int maxTokens() {
        return maxTokens;
    }

    /** Share of the window without the reserved output that the view may have, above 0 and up to 1, default 1. */
    public double maxShare() {
        return maxShare;
    }

    /**
     * True if the chat is taken up again: it is shown in full if that fits, else as usual, and what room is left tells of its archived
     * segments; default {@code false}.
     */
    public boolean resumed() {
        return resumed;
    }

    /**
     * The same with other {@link #maxTokens()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public ViewOptions withMaxTokens(int newMaxTokens) {
        return new ViewOptions(newMaxTokens, maxShare, resumed);
    }

    /**
     * The same with another {@link #maxShare()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public ViewOptions withMaxShare(double newMaxShare) {
        return new ViewOptions(maxTokens, newMaxShare, resumed);
    }

    /** The same with another {@link #resumed()}. */
    public ViewOptions withResumed(boolean newResumed) {
        return new ViewOptions(maxTokens, maxShare, newResumed);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof ViewOptions that
                        && maxTokens == that.maxTokens
                        && Double.compare(maxShare, that.maxShare) == 0
                        && resumed == that.resumed);
    }

    @Override
    public int hashCode() {
        return Objects.hash(maxTokens, maxShare, resumed);
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "ViewOptions{maxTokens=" + maxTokens + ", maxShare=" + maxShare + ", resumed=" + resumed + '}';
    }
}
