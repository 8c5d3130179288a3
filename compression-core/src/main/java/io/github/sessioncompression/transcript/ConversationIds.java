package io.github.sessioncompression.transcript;

import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.text.LogText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks of the ids that applications give conversations, sessions and users.
 *
 * <p>An id may hold what a user has chosen, so its length is bounded, and error messages have it in the form for logs, without line breaks. The
 * library keeps lists of its own, such as a chat's sessions and a user's facts, as conversations under names that {@link SessionIndex#isInternal}
 * recognises; an application must not get there by an id. <b>On failure</b> a check throws {@link IllegalArgumentException}, before anything is read
 * or written.
 */
public final class ConversationIds {
    /** Maximum length of an id, in UTF-16 units. */
    private static final int MOST_CHARACTERS = 512;

    private ConversationIds() {}

    /**
     * Checks the id of a conversation or a user: not blank, at most {@value #MOST_CHARACTERS} characters.
     *
     * @throws IllegalArgumentException with the length only: an id that is too long does not belong into a log
     */
    public static void require(String id) {
        Objects.requireNonNull(id, "id");
        if (id.isBlank() || id.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "id must be 1 to " + MOST_CHARACTERS + " characters and not blank, but has " + id.length());
        }
    }

    /**
     * Checks an id as {@link #require(String)} does, and that it is no name of the library's own lists, which hold the sessions and facts of others.
     *
     * @throws IllegalArgumentException if it is such a name
     */
    public static void requireOwn(String id) {
        require(id);
        if (SessionIndex.isInternal(id)) {
            throw new IllegalArgumentException(
                    "id must not begin with ~users/, end with ~sessions or contain ~sessions/, because the"
                            + " library keeps its own lists under such names, but was '" + LogText.name(id) + "'");
        }
    }

    /**
     * Checks that a session belongs to the chat that it names: an application may have made the object itself.
     *
     * @throws IllegalArgumentException if its conversation is not one of the chat
     */
    public static void require(Session session) {
        requireOwn(session.chat());
        if (!SessionIndex.chatOf(session.conversationId()).equals(session.chat())) {
            throw new IllegalArgumentException("session must be one of its chat '" + LogText.name(session.chat())
                    + "', but its conversation is '" + LogText.name(session.conversationId()) + "'");
        }
    }

    /** Reads a store's conversations a page at a time, in the order of their ids. */
    public interface Pages<T> {
        /** At most {@code limit} conversations behind the id {@code after}; {@code null} for the first page. An empty page is the end. */
        List<T> page(@Nullable String after, int limit);
    }

    /**
     * A page of the application's own conversations. More pages are read until it is full or the store has no more, so that only the last page is
     * shorter than {@code limit}.
     *
     * @param idOf returns the id of what a page holds
     */
    public static <T> List<T> page(Pages<T> pages, Function<T, String> idOf, @Nullable String after, int limit) {
        List<T> found = new ArrayList<>();
        List<T> page = pages.page(after, limit);
        while (!page.isEmpty() && found.size() < limit) {
            page.stream()
                    .filter(each -> !SessionIndex.isInternal(idOf.apply(each)))
                    .limit(limit - found.size())
                    .forEach(found::add);
            page = pages.page(idOf.apply(page.get(page.size() - 1)), limit);
        }
        return List.copyOf(found);
    }
}
