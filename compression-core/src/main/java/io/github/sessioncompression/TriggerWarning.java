package io.github.sessioncompression;

/**
 * Decides when a conversation gets its one warning that the context comes close to the trigger.
 *
 * <p>A warning is due when the context first reaches the given share of the trigger, and then not again until the context
 * has been below that mark. Right after a compression none is due, even if it left the context above the mark. One for each
 * conversation; safe for use by many threads.
 */
final class TriggerWarning {
    private final double share;
    private boolean silent;

    private TriggerWarning(double share) {
        this.share = share;
    }

    /**
     * A warning at {@code share} of the trigger, such as 0.8; 0 for none at all.
     *
     * @throws IllegalArgumentException if {@code share} is not from 0 to 1
     */
    static TriggerWarning at(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be from 0 to 1, but was " + share);
        }
        return new TriggerWarning(share);
    }

    /** Whether a warning is due for a context of {@code contextTokens}; then it is not again for a while. */
    synchronized boolean due(long contextTokens, long triggerTokens) {
        if (share == 0 || contextTokens < share * triggerTokens) {
            silent = false;
            return false;
        }
        if (silent || contextTokens > triggerTokens) {
            return false;
        }
        silent = true;
        return true;
    }

    /** Takes note that the conversation has just been compressed. */
    synchronized void compressed() {
        silent = true;
    }
}
