package io.github.sessioncompression;

import io.github.sessioncompression.text.LogText;
import java.io.Serial;

/**
 * Thrown if a compression failed and the policy asks for an exception ({@code failure} = {@code THROW}).
 *
 * <p>No message is lost and the conversation can be used on; with any other failure policy this is never thrown.
 */
public final class CompressionFailedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    CompressionFailedException(String conversationId, String cause) {
        super("compression of conversation '" + LogText.name(conversationId) + "' failed: " + cause);
    }
}
