package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The actuator endpoint {@code sessioncompression}: totals, one conversation, and what can be done to it.
 *
 * <p>Asking for a conversation that does not exist begins none. What was said is shown only if the application asked for
 * it. Safe for use by many threads.
 */
@Endpoint(id = "sessioncompression")
public final class SessionCompressionEndpoint {
    private final SessionCompressor compressor;
    private final boolean showContents;

    SessionCompressionEndpoint(SessionCompressor compressor, boolean showContents) {
        this.compressor = compressor;
        this.showContents = showContents;
    }

    /** What can be done to a conversation. */
    public enum Action {
        /** Compress everything but the current turn; waits for the compression model. */
        COMPRESS,
        /** Turn old tool results into placeholders. */
        PRUNE,
        /** Delete the conversation with all its messages. */
        CLEAR
    }

    /** What the library did for all conversations together. */
    @ReadOperation
    public TotalsReport totals() {
        return TotalsReport.of(compressor);
    }

    /**
     * Where one conversation stands.
     *
     * @return {@code null} if there is none of that id
     */
    @ReadOperation
    public @Nullable ConversationReport conversation(@Selector String id) {
        return find(id).map(chat -> ConversationReport.of(chat, showContents)).orElse(null);
    }

    /**
     * Does something to a conversation now, whatever its size.
     *
     * @throws InvalidEndpointRequestException if there is none of that id
     */
    @WriteOperation
    public ActionReport act(@Selector String id, @Selector Action action) {
        Conversation chat = find(id).orElseThrow(() -> new InvalidEndpointRequestException(
                "There is no conversation of that id", "There is no conversation of that id"));
        return switch (action) {
            case COMPRESS -> compress(chat);
            case PRUNE -> ActionReport.of(chat.prune());
            case CLEAR -> {
                chat.clear();
                yield new ActionReport("cleared", null);
            }
        };
    }

    private static ActionReport compress(Conversation chat) {
        try {
            return ActionReport.of(chat.compress());
        } catch (CompressionFailedException e) {
            return ActionReport.of(new Outcome.Failed(e.getClass().getSimpleName()));
        }
    }

    private Optional<Conversation> find(String id) {
        try {
            return compressor.existing(id);
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException(String.valueOf(e.getMessage()), "The id is not one", e);
        }
    }
}
