package io.github.sessioncompression.log;

/**
 * Decides when a conversation gets its one warning that the context comes close to the trigger: when it first reaches
 * 80 % of it, and then not again until it has been below. None is due right after a compression. Safe for use by many threads.
 */
public final class TriggerWarning {
    private static final double SHARE = 0.8;

    private boolean silent;

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

    public synchronized void compressed() {
        silent = true;
    }
}
