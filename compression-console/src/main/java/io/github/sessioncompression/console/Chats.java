package io.github.sessioncompression.console;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.console.SessionConsole.ConsoleSettings;
import io.github.sessioncompression.session.SessionIndex;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** Finds chats for one caller. Access is asked before anything is read, so that a refusal says nothing of what there is. */
final class Chats {
    private final SessionCompressor compressor;
    private final ConsoleSettings settings;
    private final EventLog events;
    private final @Nullable Principal caller;

    Chats(SessionCompressor compressor, ConsoleSettings settings, EventLog events, @Nullable Principal caller) {
        this.compressor = compressor;
        this.settings = settings;
        this.events = events;
        this.caller = caller;
    }

    boolean isAllowed(String id) {
        return settings.allows(caller, SessionIndex.chatOf(id));
    }

    void requireAllowed(String id) {
        if (!isAllowed(id)) {
            throw new Refusal(403, "access", "This chat is not shown to you");
        }
    }

    /** A chat that the store has, or an earlier session of one; begins none. */
    Conversation required(String id) {
        requireAllowed(id);
        try {
            return compressor
                    .inspection()
                    .find(id)
                    .orElseThrow(() -> new Refusal(404, "unknown-chat", "There is no chat of that id"));
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("id must be that of a chat or of one of its sessions");
        }
    }

    private Conversation asked(Query query) {
        return required(query.required("id"));
    }

    ChatPage page(Query query) {
        return new ChatPage(asked(query), compressor.inspection(), settings, events);
    }

    ChatHistory history(Query query) {
        return new ChatHistory(asked(query), settings, events);
    }

    ChatSessions sessions(Query query) {
        return new ChatSessions(asked(query), compressor.inspection(), settings);
    }
}
