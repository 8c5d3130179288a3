package io.github.sessioncompression.context;

/**
 * The tries of one change that the store refuses for as long as another process is faster.
 *
 * <p><em>Algorithm</em>: 1. the caller tries its change, made from what is known here; 2. if the store refuses it, {@link #next} reads what others
 * wrote, and the caller makes the change again from that. <em>Does nothing</em> to the store itself. <em>Threads</em>: used under the chat's lock, by
 * one change. <em>On failure</em>: a store that refuses {@value #MAX_TRIES} tries in a row, which only a faulty one does, is an
 * {@link IllegalStateException}; what the store throws is thrown on.
 */
final class ConflictRetry {
    private static final int MAX_TRIES = 1_000;
    private final String id;
    private final Runnable sync;
    private int tries;

    ConflictRetry(String id, Runnable sync) {
        this.id = id;
        this.sync = sync;
    }

    /** The last try was refused: the next one sees what others wrote. */
    void next() {
        tries++;
        if (tries >= MAX_TRIES) {
            throw new IllegalStateException(
                    "the store refused conversation '" + id + "' " + tries + " times in a row; nothing was added");
        }
        sync.run();
    }
}
