package io.github.sessioncompression.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A self-contained stretch of a chat, with a transcript and a state of its own.
 *
 * @param chat the id of the chat, under which its current session is found
 * @param id names it within its chat: "1", "2" and so on
 * @param parent the id of the session that was current before it; {@code null} for a chat's first
 * @param title its subject in a few words, from its state; empty while there are no messages
 * @param started the time of its first message; {@code null} if that is not known
 * @param ended when another session took its place; {@code null} for the current one
 * @param messages how many messages its transcript has
 * @param tokens what its transcript costs by the local count
 * @param conversationId the conversation in which transcript and state are found: the chat's own for the current session
 */
public record Session(
        String chat,
        String id,
        @Nullable String parent,
        String title,
        @Nullable Instant started,
        @Nullable Instant ended,
        long messages,
        long tokens,
        String conversationId) {
    /** True for the chat's current session. */
    public boolean isCurrent() {
        return ended == null;
    }

    /** This session with another title and end. */
    Session with(String newTitle, @Nullable Instant newEnd) {
        return new Session(chat, id, parent, newTitle, started, newEnd, messages, tokens, conversationId);
    }

    /**
     * A session that a search has found.
     *
     * @param excerpt the part of its title and state that answers best
     * @param score more than 0; comparable among the hits of one search only
     */
    public record Hit(Session session, String excerpt, double score) {}
}
