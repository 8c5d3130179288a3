package io.github.sessioncompression.message;

import org.jspecify.annotations.Nullable;

/**
 * Turns what only a framework's own message says, {@link Message#source()}, into JSON and back: attributes, media, thinking.
 *
 * <p>An adapter has one. It need not write what the neutral message says. Safe for use by many threads.
 */
public interface SourceCodec {
    /** Names this form of JSON, such as {@code langchain4j/1}; what was written under another name is not read. */
    String format();

    /**
     * What is to be kept of a framework's message.
     *
     * @return a value as {@link io.github.sessioncompression.json.Json} writes it; {@code null} to keep nothing: then the
     *     message comes back without its source
     */
    @Nullable
    Object write(Object source, Message message);

    /**
     * The framework's message again.
     *
     * @param kept what {@link #write} gave
     * @param message what the neutral form says, without a source
     * @return {@code null} if it can't be made: then the message has no source
     */
    @Nullable
    Object read(Object kept, Message message);
}
