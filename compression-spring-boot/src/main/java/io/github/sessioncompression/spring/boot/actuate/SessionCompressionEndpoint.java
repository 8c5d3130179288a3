package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * The actuator endpoint {@code sessioncompression}: totals, one conversation, and what can be done to it.
 *
 * <p>A conversation is named by a parameter, not by the path, so that its id may have any character. Asking for one that does
 * not exist begins none. What was said is shown only if the application asked for it, and nothing can be done unless it set
 * {@code management.endpoint.sessioncompression.access=unrestricted}. Safe for use by many threads.
 */
@Endpoint(id = "sessioncompression", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({TotalsReport.class, ConversationReport.class, ActionReport.class})
public final class SessionCompressionEndpoint {
    private static final String NO_SUCH = "There is no conversation of that id";

    private final Supplier<Optional<SessionCompressor>> compressor;
    private final boolean showContents;

    /** {@code compressor} gives the application's; empty as long as it uses none. */
    SessionCompressionEndpoint(Supplier<Optional<SessionCompressor>> compressor, boolean showContents) {
        this.compressor = compressor;
        this.showContents = showContents;
    }

    /** Actions on a conversation. */
    public enum Action {
        /** Compress everything but the current turn; waits for the compression model. */
        COMPRESS,
        /** Turn old tool results into placeholders. */
        PRUNE,
        /** Stop a compression that is running in this process. */
        ABORT,
        /** Make the record of the version {@code argument} hold again. */
        ROLLBACK,
        /** Erase the message of the sequence number {@code argument}. */
        ERASE,
        /** Pin the message of the sequence number {@code argument}. */
        PIN,
        /** Let it go into the state with the next compression. */
        UNPIN,
        /** Begin a new session. */
        NEW,
        /** Go on with the session of the id {@code argument}. */
        RESUME,
        /** Delete the conversation with all its messages; earlier sessions stay. */
        CLEAR
    }

    /**
     * A report on one conversation, or the totals of all.
     *
     * <p>Both annotations, for Spring Boot 3 takes a parameter for required unless it has Spring's own, and 4 reads either.
     *
     * @param id the conversation's; {@code null} for all
     * @param query searched for in the conversation, where contents are shown; {@code null} for nothing
     * @return {@code null} if there is none of that id, or if the application compresses nothing
     */
    @ReadOperation
    public @Nullable Object read(
            @org.springframework.lang.Nullable @Nullable String id,
            @org.springframework.lang.Nullable @Nullable String query) {
        return id == null
                ? compressor.get().map(TotalsReport::of).orElse(null)
                : find(id).map(chat -> ConversationReport.of(chat, showContents, query))
                        .orElse(null);
    }

    /**
     * Does something to a conversation now, whatever its size.
     *
     * @param argument the version, sequence number or session's id that the action needs; {@code null} for the others
     * @throws InvalidEndpointRequestException if there is none of that id, or the argument is missing or names nothing
     */
    @WriteOperation
    public ActionReport act(String id, Action action, @org.springframework.lang.Nullable @Nullable String argument) {
        Conversation chat = find(id).orElseThrow(() -> new InvalidEndpointRequestException(NO_SUCH, NO_SUCH));
        try {
            return done(chat, action, argument);
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException(String.valueOf(e.getMessage()), "The argument names nothing", e);
        }
    }

    private static ActionReport done(Conversation chat, Action action, @Nullable String argument) {
        return switch (action) {
            case COMPRESS -> compress(chat);
            case PRUNE -> ActionReport.of(chat.prune());
            case ABORT -> new ActionReport(chat.abort() ? "aborted" : "unchanged", null);
            case ROLLBACK -> after(() -> chat.rollback(number(argument)), "rolled-back");
            case ERASE -> new ActionReport(chat.erase(number(argument)) ? "erased" : "unchanged", null);
            case PIN -> after(() -> chat.pin(number(argument)), "pinned");
            case UNPIN -> after(() -> chat.unpin(number(argument)), "unpinned");
            case NEW -> new ActionReport("begun", chat.sessions().startNew().id());
            case RESUME ->
                new ActionReport(
                        "resumed", chat.sessions().resume(required(argument)).id());
            case CLEAR -> after(chat::clear, "cleared");
        };
    }

    private static ActionReport after(Runnable action, String outcome) {
        action.run();
        return new ActionReport(outcome, null);
    }

    private static String required(@Nullable String argument) {
        if (argument == null || argument.isBlank()) {
            throw new IllegalArgumentException("argument must be given for this action");
        }
        return argument.strip();
    }

    private static long number(@Nullable String argument) {
        String text = required(argument);
        if (!text.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("argument must be a whole number");
        }
        return Long.parseLong(text);
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
            return compressor.get().flatMap(found -> found.existing(id));
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException(String.valueOf(e.getMessage()), "The id is not one", e);
        }
    }
}
