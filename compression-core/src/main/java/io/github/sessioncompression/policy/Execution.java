package io.github.sessioncompression.policy;

/** When a compression runs, and whether a call waits for it. */
public enum Execution {
    /** In the background once the answer is there; a call waits only above the hard limit. The default. */
    AUTO,
    /** Before the call that needs the room, which waits for it. */
    SYNC,
    /** In the background; a call never waits, and above the hard limit its view is trimmed. */
    ASYNC
}
