package io.github.sessioncompression.replay;

import io.github.sessioncompression.model.StructuredModel;
import org.jspecify.annotations.Nullable;

/**
 * Writer of the states.
 *
 * @param title what to call it, for people
 * @param model the model; {@code null} for the extract compiler
 */
record Compressor(String title, @Nullable StructuredModel model) {
    /** The compiler that needs no model. */
    static final Compressor OFFLINE = new Compressor("the extract compiler", null);
}
