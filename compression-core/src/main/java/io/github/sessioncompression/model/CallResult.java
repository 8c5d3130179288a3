package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateDocument;
import org.jspecify.annotations.Nullable;

/** Result of one call. */
sealed interface CallResult {
    /**
     * A state.
     *
     * @param tokens size of its envelope
     * @param segments value of the answer's field about single segments; {@code null} if it has none
     */
    record Written(StateDocument state, int tokens, @Nullable Object segments) implements CallResult {}

    /**
     * No state.
     *
     * @param detail a clause without contents; a repair shows it to the model
     * @param repairable true if asking again, and saying what was wrong, may help
     */
    record Fault(Compilation.Reason reason, String detail, boolean repairable) implements CallResult {
        static Fault repairable(Compilation.Reason reason, String detail) {
            return new Fault(reason, detail, true);
        }

        static Fault lasting(Compilation.Reason reason, String detail) {
            return new Fault(reason, detail, false);
        }
    }
}
