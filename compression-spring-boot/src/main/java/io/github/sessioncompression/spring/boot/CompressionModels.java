package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.model.StructuredModel;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives single conversations a compression model of their own: a bean of this type is asked with the conversation's id.
 *
 * <p>{@code null} leaves it to the model of all. Called by many threads at once, so it must be quick and always give the same model for the
 * same id.
 */
@FunctionalInterface
public interface CompressionModels extends Function<String, @Nullable StructuredModel> {}
