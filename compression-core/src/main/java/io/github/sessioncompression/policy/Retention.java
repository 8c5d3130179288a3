package io.github.sessioncompression.policy;

/** Fate of compressed messages. */
public enum Retention {
    /** They stay in the store. The default. */
    KEEP_ALL,
    /**
     * They are handed to the application's archive, and deleted from the store once that has them. Pinned messages and system messages
     * stay, and the last eight that the state stands for until the next compression: what follows them may answer them or put them right.
     */
    EVICT_COMPRESSED
}
