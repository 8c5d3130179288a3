package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.Bounds;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The messages that come back into the context by themselves: none by default.
 *
 * <p>Up to three messages are quoted before the user's message, in this process's views only. They stay there until the next compression,
 * so that each request extends the one before. Above the hard limit they are the first to go. Immutable.
 */
public final class ExpansionOptions {
    /** Chooses the messages that come back with a user's message. */
    public enum Trigger {
        /** None: the default. */
        OFF,
        /** Messages of the segments that the user's message, or the answer before it, names by a marker {@code [title →L1:id]}. */
        MARKERS,
        /**
         * The same; else the messages that share at least 40 % of the words of the user's message, if no message in the context shares
         * as many.
         */
        WORDS
    }

    /** The most messages that come back with one user message. */
    public static final int MAX_MESSAGES = 3;

    /** The least {@link #maxTokens()}. */
    public static final int MIN_TOKENS = 50;

    private static final int MAX_TOKENS = 100_000;
    private static final ExpansionOptions DEFAULTS = new ExpansionOptions(Trigger.OFF, 250, 0.1);

    private final Trigger trigger;
    private final int maxTokens;
    private final double maxShare;

    private ExpansionOptions(Trigger trigger, int maxTokens, double maxShare) {
        this.trigger = Objects.requireNonNull(trigger, "trigger");
        this.maxTokens = Bounds.within("maxTokens", maxTokens, MIN_TOKENS, MAX_TOKENS);
        this.maxShare = Bounds.ratio("maxShare", maxShare);
    }

    /** Off; with a trigger, messages of up to 250 tokens together, and 10 % of the trigger size in all. */
    public static ExpansionOptions defaults() {
        return DEFAULTS;
    }

    /** Chooses the messages; default {@link Trigger#OFF}. */
    public Trigger trigger() {
        return trigger;
    }

    /**
     * The most tokens that come back with one user message, quotation included, {@value #MIN_TOKENS} to 100,000, default 250. Longer
     * messages are cut to an excerpt.
     */
    public int maxTokens() {
        return maxTokens;
    }

    /**
     * The most tokens of all expansions since the last compression, as a share of the size that triggers one, above 0 and up to 1, default
     * 0.1.
     */
    public double maxShare() {
        return maxShare;
    }

    /** The same with another {@link #trigger()}. */
    public ExpansionOptions withTrigger(Trigger newTrigger) {
        return new ExpansionOptions(newTrigger, maxTokens, maxShare);
    }

    /** The same with other {@link #maxTokens()}. */
    public ExpansionOptions withMaxTokens(int newMaxTokens) {
        return new ExpansionOptions(trigger, newMaxTokens, maxShare);
    }

    /** The same with another {@link #maxShare()}. */
    public ExpansionOptions withMaxShare(double newMaxShare) {
        return new ExpansionOptions(trigger, maxTokens, newMaxShare);
    }

    /** True unless the trigger is {@link Trigger#OFF}. */
    public boolean isOn() {
        return trigger != Trigger.OFF;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExpansionOptions that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    private List<Object> values() {
        return List.of(trigger, maxTokens, maxShare);
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "ExpansionOptions{trigger=" + trigger + ", maxTokens=" + maxTokens + ", maxShare=" + maxShare + '}';
    }
}
