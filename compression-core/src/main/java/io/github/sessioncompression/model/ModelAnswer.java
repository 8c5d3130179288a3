package io.github.sessioncompression.model;

import io.github.sessioncompression.token.Usage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Answer of a model to one {@link ModelRequest}.
 *
 * @param text the text of the answer as it came, expected to be one JSON object; empty if there was none
 * @param finishReason why the model stopped
 * @param usage what the call cost as the provider reports it; {@code null} if it does not
 */
public record ModelAnswer(String text, FinishReason finishReason, @Nullable Usage usage) {
    /** Checks that text and finish reason are there. */
    public ModelAnswer {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(finishReason, "finishReason");
    }

    /** A finished answer without reported usage. */
    public static ModelAnswer of(String text) {
        return new ModelAnswer(text, FinishReason.STOP, null);
    }
}
