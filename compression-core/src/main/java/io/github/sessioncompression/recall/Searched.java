package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Role;

/** Which messages of a conversation may be found. Asked often, so it must be quick. */
@FunctionalInterface
public interface Searched {
    /** All of them. */
    Searched ALL = (sequence, role) -> true;

    /** Whether the message with that sequence number and role is one of them. */
    boolean has(long sequence, Role role);
}
