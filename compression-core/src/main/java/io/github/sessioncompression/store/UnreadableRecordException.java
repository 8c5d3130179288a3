package io.github.sessioncompression.store;

import java.util.Objects;

/**
 * Thrown where a conversation's current record is there but can't be read: damaged, or written by a newer version of this library.
 *
 * <p>The transcript is not touched by it, so a record can be made anew from that; a {@link Commit} that expects {@link #version()}
 * replaces the unreadable one.
 */
public final class UnreadableRecordException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String conversationId;
    private final long version;

    /**
     * Names the record, never what is in it.
     *
     * @param conversationId the conversation
     * @param version the record's version, as {@link Head#recordVersion()} has it
     * @param why what is wrong with it, without any of its content
     */
    public UnreadableRecordException(String conversationId, long version, String why) {
        super("compression record " + version + " of conversation '" + conversationId + "' can't be read: " + why);
        this.conversationId = Objects.requireNonNull(conversationId, "conversationId");
        this.version = version;
    }

    /** The conversation whose record it is. */
    public String conversationId() {
        return conversationId;
    }

    /** The unreadable record's version. */
    public long version() {
        return version;
    }
}
