package io.github.sessioncompression.store;

/** What became of an {@linkplain SessionStore#append append}. */
public enum Append {
    /** The messages were added. */
    ADDED,
    /** Nothing was added, because an earlier append of this conversation with the same key has added them. */
    ALREADY_THERE,
    /** Nothing was added, because the conversation is not as expected: look at it anew and try again. */
    REFUSED
}
