package io.github.sessioncompression.context;

import io.github.sessioncompression.text.LogText;

/**
 * The tries of one change that the store refuses for as long as another process is faster.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The caller tries its change, made from what is known here.
 *   <li>If the store refuses it, {@link #next} reads what others wrote, and the caller makes the change again from that.
 * </ol>
 *
 * <p><b>Does nothing</b> to the store itself. <b>Threads:</b> used under the chat's lock, by one change. <b>On failure:</b> a store that refuses
 * {@value #MAX_TRIES} tries in a row, which only a faulty one does, is an {@link IllegalStateException}; what the store throws is thrown on.
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

    /**
     * Reads what others wrote, after a try that was refused.
     *
     * @throws IllegalStateException if that was the last of {@value #MAX_TRIES} tries
     */
    void next() {
        tries++;
        if (tries >= MAX_TRIES) {
            throw new IllegalStateException("the store refused conversation '" + LogText.name(id) + "' " + tries
                    + " times in a row; nothing was added");
        }
        sync.run();
    }
}
