package io.github.sessioncompression.recall;

import io.github.sessioncompression.option.Bounds;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The messages that come back into the context by themselves: none by default.
 *
 * <p>They are quoted before the user's message, as one message of the user and one of the assistant, and stay there until the next
 * compression, so that each request extends the one before. They are part of no state and no transcript, and kept in this process's memory
 * only. Above the hard limit they are the first to go. Immutable.
 *
 * <pre>{@code
 * CompressionPolicy.forWindow(128_000)
 *         .withExpansion(ExpansionOptions.defaults().withTrigger(ExpansionTrigger.words()))
 * }</pre>
 */
public final class ExpansionOptions {
    /** The most messages that come back at once. */
    public static final int MAX_MESSAGES = 20;

    /** The least {@link #maxTokens()}. */
    public static final int MIN_TOKENS = 50;

    /** The greatest {@link #maxTokens()}. */
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

    /** Off; with a trigger, up to three messages of 250 tokens together, and 10 % of the trigger size in all. */
    public static ExpansionOptions defaults() {
        return DEFAULTS;
    }

    /** Chooses the messages; default {@link ExpansionTrigger#off}. */
    public ExpansionTrigger trigger() {
        return trigger;
    }

    /** The most messages that come back with one user message, 1 to {@value #MAX_MESSAGES}, default 3. */
    public int messages() {
        return messages;
    }

    /**
     * The most tokens that come back with one user message, quotation included, {@value #MIN_TOKENS} to {@value #MAX_TOKENS}, default
     * 250. Longer messages are cut to an excerpt.
     */
    public int maxTokens() {
        return maxTokens;
    }

    /**
     * The most tokens of all expansions since the last compression, as a share of the size that triggers one, above 0 and up to 1, default
     * 0.1. Beyond it nothing more comes back until that compression.
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

    /** True unless the trigger is {@link ExpansionTrigger#off}. */
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
