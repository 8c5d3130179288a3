package io.github.sessioncompression.store;

import io.github.sessioncompression.state.StateDocument;

/**
 * An extract that replaces messages behind the boundary above the hard limit, while a model writes their state. It is in the record, so that all
 * processes show the same one. The messages stay to be compressed.
 *
 * @param through the last sequence number that it replaces, 0 if none
 * @param shown what views show of it and of the state before
 * @param whole all of it, with the state before
 */
public record Bridge(long through, StateDocument shown, StateDocument whole) {
    /** No extract. */
    public static final Bridge NONE = new Bridge(0, StateDocument.EMPTY, StateDocument.EMPTY);
}
