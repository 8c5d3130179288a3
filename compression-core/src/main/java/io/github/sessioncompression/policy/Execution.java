package io.github.sessioncompression.policy;

/**
 * Time at which a compression runs, and whether a call waits for it.
 *
 * <p>Above the hard limit a call cannot be sent as it is. Then AUTO lets an extract stand in, SYNC waits, and ASYNC sends less of the chat.
 */
public enum Execution {
    /**
     * In the background once the answer is there. A call never waits for a model: above the hard limit an extract, which
     * takes milliseconds, is used until the model's state is there. The default.
     */
    AUTO,
    /** Before the call that needs the room, which waits for it. */
    SYNC,
    /** In the background; a call never waits, and above the hard limit the oldest turns are left out of its view until then. */
    ASYNC
}
