package io.github.sessioncompression.store;

import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.text.LogText;

/**
 * Thrown if a conversation's current record is there but can't be read: damaged, or written by a newer version of this library.
 *
 * <p>The transcript is not touched by it, so a record can be made again from that; a {@link Commit} that expects {@link #version()}
 * replaces the unreadable one.
 */
public final class UnreadableRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long version;

    /**
     * Names the record.
     *
     * @param version the record's version, as {@link Head#recordVersion()} has it
     * @param why the problem, without any of the record's content
     */
    public UnreadableRecordException(String conversationId, long version, String why) {
        super("compression record " + version + " of conversation '" + LogText.name(conversationId)
                + "' can't be read: " + why);
        this.version = version;
    }

    /** The unreadable record's version. */
    public long version() {
        return version;
    }
}
