package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Role;

/** Selects the messages that a search may find. Called often, so it must be quick. */
@FunctionalInterface
public interface MessageFilter {
    /** Selects all messages. */
    MessageFilter ALL = (sequence, role) -> true;

    /** True if the message with this sequence number and role may be found. */
    boolean accepts(long sequence, Role role);
}
