package io.github.sessioncompression.event;

/**
 * Receives an event for each thing that the library does to a conversation.
 *
 * <p>Called on the thread that did the work, which may be the chat's own or a background one, by several threads at once
 * if several conversations are at work. So it must be safe for use by many threads and return soon: what takes long
 * belongs on a thread of its own. No lock of the library is held during the call, so it may call back into the conversation:
 * a compression that it asks for while one runs on its thread does not wait for that, and writes no state.
 * What it throws is caught, logged once for its class, and has no effect; only running out of memory and other errors of the virtual
 * machine itself pass through.
 */
@FunctionalInterface
public interface CompressionListener {
    /** Takes note of {@code event}. */
    void onEvent(CompressionEvent event);
}
