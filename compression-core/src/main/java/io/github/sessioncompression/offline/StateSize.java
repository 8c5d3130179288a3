package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;

/** What a state costs in a request. */
final class StateSize {
    private final StateSchema schema;
    private final MessageTokens counter;

    StateSize(StateSchema schema, MessageTokens counter) {
        this.schema = schema;
        this.counter = counter;
    }

    int tokens(StateDocument state) {
        return counter.countText(StateEnvelope.wrap(schema, state));
    }
}
