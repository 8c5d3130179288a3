package io.github.sessioncompression;

import io.github.sessioncompression.state.StateDocument;
import java.util.List;

/**
 * What is left out of the view until it can be compressed, in this process only.
 *
 * @param through the last sequence number left out but for its pins, 0 if none
 * @param state what is shown of the states meanwhile
 * @param states what there is to show, oldest first
 * @param boundary up to where the state covers the chat: once that is another one, nothing is left out any more
 */
record Truncation(long through, StateDocument state, List<StateDocument> states, long boundary) {
    static final Truncation NONE = new Truncation(0, StateDocument.EMPTY, List.of(), 0);
}
