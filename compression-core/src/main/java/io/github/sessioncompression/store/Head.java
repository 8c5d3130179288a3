package io.github.sessioncompression.store;

import java.util.Objects;

/**
 * Where a conversation stands in its store: enough to see whether somebody else has changed it.
 *
 * @param incarnation names this life of the conversation; a conversation that was deleted and begun again has another
 * @param lastSequence the last message's sequence number, 0 if there is none yet
 * @param recordVersion the current record's version, 0 if there is none yet
 */
public record Head(String incarnation, long lastSequence, long recordVersion) {
    /** Checks that the incarnation is there. */
    public Head {
        Objects.requireNonNull(incarnation, "incarnation");
    }
}
