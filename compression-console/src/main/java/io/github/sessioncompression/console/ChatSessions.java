package io.github.sessioncompression.console;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Inspection;
import io.github.sessioncompression.Recall;
import io.github.sessioncompression.console.SessionConsole.ConsoleSettings;
import io.github.sessioncompression.session.Session;
import io.github.sessioncompression.session.UserMemory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON of a chat's sessions, and of what is kept of its user. */
final class ChatSessions {
    private final Conversation chat;
    private final Inspection inspection;
    private final ConsoleSettings settings;

    ChatSessions(Conversation chat, Inspection inspection, ConsoleSettings settings) {
        this.chat = chat;
        this.inspection = inspection;
        this.settings = settings;
    }

    /** None for an earlier session, which has none of its own. */
    Map<String, @Nullable Object> list() {
        List<Session> sessions =
                chat.isEarlierSession() ? List.of() : chat.sessions().list();
        return of("sessions", sessions.stream().map(this::session).toList());
    }

    /** Hits in this chat only: those in other chats of the user may be closed to the caller. */
    Map<String, @Nullable Object> search(Query query) {
        if (!settings.contents()) {
            throw Refusal.contentsOff();
        }
        if (chat.isEarlierSession()) {
            throw Refusal.badRequest("id must be that of a chat, not that of an earlier session");
        }
        List<Session.Hit> hits = chat.sessions().search(query.required("q"), query.size("k", 20, Recall.MAX_HITS));
        return of(
                "hits",
                hits.stream()
                        .filter(hit -> hit.session().chat().equals(chat.id()))
                        .map(this::hit)
                        .toList());
    }

    private Map<String, @Nullable Object> hit(Session.Hit hit) {
        Map<String, @Nullable Object> json = of("session", session(hit.session()));
        json.put("excerpt", hit.excerpt());
        json.put("score", hit.score());
        return json;
    }

    private Map<String, @Nullable Object> session(Session session) {
        Map<String, @Nullable Object> json = Numbers.of(session);
        json.put("current", session.isCurrent());
        if (!settings.contents()) {
            json.remove("title");
        }
        return json;
    }

    Map<String, @Nullable Object> user() {
        Optional<UserMemory> user = inspection.userOf(chat.id());
        Map<String, @Nullable Object> json = of("known", user.isPresent());
        json.put(
                "facts",
                user.map(UserMemory::facts).orElse(List.of()).stream()
                        .map(this::fact)
                        .toList());
        return json;
    }

    private Map<String, @Nullable Object> fact(UserMemory.Fact fact) {
        Map<String, @Nullable Object> json = Numbers.of(fact);
        if (!settings.contents()) {
            json.remove("text");
        }
        return json;
    }

    private static Map<String, @Nullable Object> of(String name, @Nullable Object value) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put(name, value);
        return json;
    }
}
