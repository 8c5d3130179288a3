package io.github.sessioncompression.log;

/**
 * Decides when a conversation gets its one warning that the context comes close to the trigger: when it first reaches 80 % of it, and then not again
 * until it has been below. None is due right after a compression. <b>Threads:</b> safe for use by many.
 */
public final class TriggerWarning {
    private static final double SHARE = 0.8;

    private boolean silent;

    /** True once when the context reaches the share; above the trigger itself it is not due. */
    public synchronized boolean due(long contextTokens, long triggerTokens) {
        if (contextTokens < SHARE * triggerTokens) {
            silent = false;
            return false;
        }
        if (silent || contextTokens > triggerTokens) {
            return false;
        }
        silent = true;
        return true;
    }

    /** A compression was made: no warning is due until the context has been below the share. */
    public synchronized void compressed() {
        silent = true;
    }
}
