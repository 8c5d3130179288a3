package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateDocument;
import org.jspecify.annotations.Nullable;

/** Result of one call. */
sealed interface Reading {
    /**
     * A state that can be used as it is.
     *
     * @param segments value of the answer's field about single segments; {@code null} if it has none
     */
    record Usable(StateDocument state, @Nullable Object segments) implements Reading {}

    /** A good state, of {@code tokens} tokens, that is larger than it may be. */
    record TooLarge(StateDocument state, int tokens) implements Reading {}

    /**
     * No state.
     *
     * @param detail a clause without contents; a repair shows it to the model
     * @param repairable true if asking again, and saying what was wrong, may help
     */
    record Fault(Compilation.Reason reason, String detail, boolean repairable) implements Reading {
        static Fault repairable(Compilation.Reason reason, String detail) {
            return new Fault(reason, detail, true);
        }

        static Fault lasting(Compilation.Reason reason, String detail) {
            return new Fault(reason, detail, false);
        }
    }
}
