package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.survival.Survival;

/**
 * What a model's state is held against: what would be shown of the facts, and what would be shown of them without the model.
 *
 * <p>It is asked about texts in which nothing is hidden. Belongs to one compilation and to the thread that compiles.
 */
public interface Yardstick {
    /** What becomes of the facts where {@code state} is kept, with its ledger and with whatever else goes on being shown. */
    Survival survival(StateDocument state);

    /** A state written without a model, of at most {@code maxTokens} tokens in its envelope; 1 or more. */
    StateDocument offline(int maxTokens);

    /** {@code state} shrunk without a model to what a state may take; the state itself if it takes no more. */
    StateDocument fitting(StateDocument state);
}
