package io.github.sessioncompression.message;

import java.util.Objects;

/**
 * A framework's own message that tells of calls as they were before a view gave them other ids, names or arguments.
 *
 * <p>It rides along as {@link Message#source()}, so that an adapter can take from it what the neutral message does not describe
 * (thinking, signatures, attributes), and the calls, or the id and the name of a result, from the neutral one.
 *
 * @param own the framework's own message
 */
public record FormerCalls(Object own) {
    /** Checks that nothing is {@code null}. */
    public FormerCalls {
        Objects.requireNonNull(own, "own");
    }
}
