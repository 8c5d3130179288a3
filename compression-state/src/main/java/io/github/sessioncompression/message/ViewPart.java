package io.github.sessioncompression.message;

/**
 * Origin of a message of a view.
 *
 * @param kind what it is
 * @param sequence the place in the transcript of the message that it shows, 0 if it shows none
 */
public record ViewPart(Kind kind, long sequence) {
    /** Kind of a message in a view. */
    public enum Kind {
        /** A system message, the first one with the awareness block; without a place if it is that block alone. */
        SYSTEM,
        /** The state, or the assistant's answer to it. */
        STATE,
        /** A message from before the state's end that stays all the same. */
        PINNED,
        /** A message as it was added. */
        ORIGINAL,
        /** A message of which less is shown. */
        PLACEHOLDER,
        /** Earlier messages that came back for the user's message that follows, quoted, or the assistant's answer to that. */
        EXPANSION,
        /** Put in to keep the sequence valid. */
        FILLER
    }
}
