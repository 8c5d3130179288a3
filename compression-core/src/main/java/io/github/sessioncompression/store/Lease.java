package io.github.sessioncompression.store;

import java.util.Objects;

/**
 * The right to compress a conversation for a while, as {@link SessionStore#tryLease} grants it.
 *
 * @param owner the run that holds it
 * @param token the fencing token, 1 or more: larger than that of any lease of the conversation before, given back or run out;
 *     a {@link Commit} that names an older one is refused
 */
public record Lease(String owner, long token) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code token} is below 1
     */
    public Lease {
        Objects.requireNonNull(owner, "owner");
        if (token < 1) {
            throw new IllegalArgumentException("token must be 1 or more, but was " + token);
        }
    }
}
