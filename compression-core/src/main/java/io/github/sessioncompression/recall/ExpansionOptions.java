package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.Bounds;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What comes back into the context by itself, and how much of it: off by default.
 *
 * <p>What a trigger chooses is quoted before the user's message, as one message of the user's and one of the assistant's, and stays
 * there until the next compression, so that each request extends the one before. It is part of no state and of no transcript, and
 * kept in the memory of this process only. Above the hard limit it is the first to go.
 *
 * <p>Immutable, so safe for use by many threads.
 *
 * <pre>{@code
 * CompressionPolicy.forWindow(128_000)
 *         .withExpansion(ExpansionOptions.defaults().withTrigger(ExpansionTrigger.words()))
 * }</pre>
 */
public final class ExpansionOptions {
    /** The most messages that come back at once. */
    public static final int MAX_MESSAGES = 20;

    /** The least room for what comes back with one message, in tokens. */
    public static final int MIN_TOKENS = 50;

    /** The most room for what comes back with one message, in tokens. */
    public static final int MAX_TOKENS = 100_000;

    private static final ExpansionOptions DEFAULTS = new ExpansionOptions(ExpansionTrigger.off(), 3, 250, 0.1);

    private final ExpansionTrigger trigger;
    private final int messages;
    private final int maxTokens;
    private final double maxShare;

    private ExpansionOptions(ExpansionTrigger trigger, int messages, int maxTokens, double maxShare) {
        this.trigger = Objects.requireNonNull(trigger, "trigger");
        this.messages = Bounds.within("messages", messages, 1, MAX_MESSAGES);
        this.maxTokens = Bounds.within("maxTokens", maxTokens, MIN_TOKENS, MAX_TOKENS);
        this.maxShare = Bounds.ratio("maxShare", maxShare);
    }

    /** Off; where a trigger is set three messages of 250 tokens together come back at most, and 10 % of the trigger size in all. */
    public static ExpansionOptions defaults() {
        return DEFAULTS;
    }

    /** What decides; default {@link ExpansionTrigger#off}. */
    public ExpansionTrigger trigger() {
        return trigger;
    }

    /** How many messages come back at most with one message of the user's, 1 to {@value #MAX_MESSAGES}, default 3. */
    public int messages() {
        return messages;
    }

    /**
     * How many tokens may come back with one message of the user's, quotation included, {@value #MIN_TOKENS} to {@value #MAX_TOKENS}, default
     * 250. What is longer is an excerpt.
     */
    public int maxTokens() {
        return maxTokens;
    }

    /**
     * What all that came back since the last compression may take together, as a share of the size that triggers one, above 0 and up to
     * 1, default 0.1. Beyond it nothing more comes back until that compression.
     */
    public double maxShare() {
        return maxShare;
    }

    /** The same with another {@link #trigger()}. */
    public ExpansionOptions withTrigger(ExpansionTrigger newTrigger) {
        return new ExpansionOptions(newTrigger, messages, maxTokens, maxShare);
    }

    /**
     * The same with other {@link #messages()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public ExpansionOptions withMessages(int newMessages) {
        return new ExpansionOptions(trigger, newMessages, maxTokens, maxShare);
    }

    /**
     * The same with other {@link #maxTokens()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public ExpansionOptions withMaxTokens(int newMaxTokens) {
        return new ExpansionOptions(trigger, messages, newMaxTokens, maxShare);
    }

    /**
     * The same with another {@link #maxShare()}.
     *
     * @throws IllegalArgumentException if it is out of range
     */
    public ExpansionOptions withMaxShare(double newMaxShare) {
        return new ExpansionOptions(trigger, messages, maxTokens, newMaxShare);
    }

    /** Whether anything can come back by itself. */
    public boolean isOn() {
        return !trigger.equals(ExpansionTrigger.off());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof ExpansionOptions that
                        && trigger.equals(that.trigger)
                        && messages == that.messages
                        && maxTokens == that.maxTokens
                        && Double.compare(maxShare, that.maxShare) == 0);
    }

    @Override
    public int hashCode() {
        return Objects.hash(trigger, messages, maxTokens, maxShare);
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "ExpansionOptions{trigger=" + trigger + ", messages=" + messages + ", maxTokens=" + maxTokens
                + ", maxShare=" + maxShare + '}';
    }
}
