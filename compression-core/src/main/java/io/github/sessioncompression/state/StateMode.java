package io.github.sessioncompression.state;

/** What becomes of the previous state when more of a chat is compressed. */
public enum StateMode {
    /** It is merged with the new span into one state. */
    MERGE,
    /** It stays as it is: each compression adds a state of its own. All are shown together, without what is worth least where they are larger than the cap. */
    CHAIN
}
