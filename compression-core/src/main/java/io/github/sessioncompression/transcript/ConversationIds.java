package io.github.sessioncompression.transcript;

import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.SessionIndex;
import io.github.sessioncompression.text.LogText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks of the ids that applications give conversations and users. An id may hold what a user has chosen. */
public final class ConversationIds {
    private static final int MOST_CHARACTERS = 512;

    private ConversationIds() {}

    public static void require(String id) {
        Objects.requireNonNull(id, "id");
        if (id.isBlank() || id.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "id must be 1 to " + MOST_CHARACTERS + " characters and not blank, but has " + id.length());
        }
    }

    /** Checks that the id leads to no other user's sessions or facts. */
    public static void requireOwn(String id) {
        require(id);
        if (SessionIndex.isInternal(id)) {
            throw new IllegalArgumentException(
                    "id must not begin with ~users/, end with ~sessions or contain ~sessions/, because the"
                            + " library keeps its own lists under such names, but was '" + LogText.name(id) + "'");
        }
    }

    /** Checks that the session is one of its chat. */
    public static void require(Session session) {
        requireOwn(session.chat());
        if (!SessionIndex.chatOf(session.conversationId()).equals(session.chat())) {
            throw new IllegalArgumentException("session must be one of its chat '" + LogText.name(session.chat())
                    + "', but its conversation is '" + LogText.name(session.conversationId()) + "'");
        }
    }

    /** Pages of a store's conversations by id. */
    public interface Pages<T> {
        List<T> page(@Nullable String after, int limit);
    }

    /** A page without the library's own. */
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
