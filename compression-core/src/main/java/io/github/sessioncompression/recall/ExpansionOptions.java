package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;

/**
 * The messages that come back into the context by themselves: none by default.
 *
 * <p>Up to three messages are quoted before the user's message, in this process's views only. They stay there until the next compression,
 * so that each request extends the one before. Above the hard limit they are the first to go. Immutable.
 */
public final class ExpansionOptions extends OptionSet<ExpansionOptions> {
    /** Chooses the messages that come back with a user's message. */
    public enum Trigger {
        /** None: the default. */
        OFF,
        /** Messages of the segments that the user's message, or the answer before it, names by a marker {@code [title →L1:id]}. */
        MARKERS,
        /**
         * As {@link #MARKERS}; if there is no marker, the messages that share at least 40 % of the words of the user's message, if no message in the context shares
         * as many.
         */
        WORDS
    }

    /** The most messages that come back with one user message. */
    public static final int MAX_MESSAGES = 3;

    /** The least {@link #maxTokens()}. */
    public static final int MIN_TOKENS = 50;

    private static final Option<Trigger> TRIGGER = Option.of("trigger", Trigger.OFF, ValueType.oneOf(Trigger.class));
    private static final Option<Integer> CAP = Option.of("maxTokens", 250, ValueType.integer(MIN_TOKENS, 100_000));
    private static final Option<Double> MAX_SHARE = Option.of("maxShare", 0.1, ValueType.ratio());

    private static final ExpansionOptions DEFAULTS = new ExpansionOptions(Values.of(TRIGGER, CAP, MAX_SHARE));

    private ExpansionOptions(Values values) {
        super(values, ExpansionOptions::new);
    }

    /** Off; with a trigger, messages of up to 250 tokens together, and 10 % of the trigger size in all. */
    public static ExpansionOptions defaults() {
        return DEFAULTS;
    }

    /** Chooses the messages; default {@link Trigger#OFF}. */
    public Trigger trigger() {
        return get(TRIGGER);
    }

    /**
     * The most tokens that come back with one user message, quotation included, {@value #MIN_TOKENS} to 100,000, default 250. Longer
     * messages are cut to an excerpt.
     */
    public int maxTokens() {
        return get(CAP);
    }

    /**
     * The most tokens of all expansions since the last compression, as a share of the size that triggers one, above 0 and up to 1, default
     * 0.1.
     */
    public double maxShare() {
        return get(MAX_SHARE);
    }

    /** These options with another {@link #trigger()}. */
    public ExpansionOptions withTrigger(Trigger value) {
        return with(TRIGGER, value);
    }

    /** These options with other {@link #maxTokens()}. */
    public ExpansionOptions withMaxTokens(int value) {
        return with(CAP, value);
    }

    /** These options with another {@link #maxShare()}. */
    public ExpansionOptions withMaxShare(double value) {
        return with(MAX_SHARE, value);
    }

    /** True unless the trigger is {@link Trigger#OFF}. */
    public boolean isOn() {
        return trigger() != Trigger.OFF;
    }
}
