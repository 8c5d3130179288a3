package io.github.sessioncompression.spring.boot.actuate;

import io.github.sessioncompression.CompressionFailedException;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.Sessions;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

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
    private final Supplier<Optional<SessionCompressor>> compressor;
    private final boolean showContents;

    /** {@code compressor} gives the application's; empty while it uses none. */
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
     * @param from the version of a record to compare; {@code null} for the last but one
     * @param to the version of the record to compare it with; {@code null} for the last one
     * @return a report, or a refusal with its reason: status 404 if there is none of that id or if the application compresses nothing, 400 for
     *     an argument that names nothing
     */
    @ReadOperation
    public Object read(
            @org.springframework.lang.Nullable @Nullable String id,
            @org.springframework.lang.Nullable @Nullable String query,
            @org.springframework.lang.Nullable @Nullable Long from,
            @org.springframework.lang.Nullable @Nullable Long to) {
        if (compressor.get().isEmpty()) {
            return refusal(WebEndpointResponse.STATUS_NOT_FOUND, "The application compresses nothing");
        }
        return id == null
                ? TotalsReport.of(compressor.get().get())
                : onFound(id, chat -> ConversationReport.of(chat, showContents, query, from, to));
    }

    /**
     * Does something to a conversation now, whatever its size.
     *
     * @param argument the version, sequence number or session's id that the action needs; {@code null} for the others
     * @return an {@link ActionReport}, or a refusal with its reason: status 404 if there is none of that id, 400 if the argument is missing or
     *     names nothing
     */
    @WriteOperation
    public Object act(String id, Action action, @org.springframework.lang.Nullable @Nullable String argument) {
        return onFound(id, chat -> done(chat, action, argument));
    }

    private Object onFound(String id, Function<Conversation, Object> action) {
        try {
            Optional<Conversation> found =
                    compressor.get().flatMap(all -> all.inspection().find(id));
            return found.isPresent()
                    ? action.apply(found.get())
                    : refusal(WebEndpointResponse.STATUS_NOT_FOUND, "There is no conversation of that id");
        } catch (IllegalArgumentException e) {
            return refusal(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static WebEndpointResponse<ActionReport> refusal(int status, String reason) {
        return new WebEndpointResponse<>(new ActionReport("refused", reason), status);
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
            case NEW -> new ActionReport("begun", sessions(chat).startNew().id());
            case RESUME ->
                new ActionReport(
                        "resumed", sessions(chat).resume(required(argument)).id());
            case CLEAR -> after(chat::clear, "cleared");
        };
    }

    private static Sessions sessions(Conversation chat) {
        if (chat.isEarlierSession()) {
            throw new IllegalArgumentException(
                    "id must be that of a chat for this action, not that of an earlier session");
        }
        return chat.sessions();
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
}
