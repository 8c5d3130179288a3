package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.session.Session;
import jakarta.servlet.http.HttpSession;
import java.util.Comparator;
import java.util.List;

/**
 * The chats of one browser: the sessions of the one conversation that has the browser's name. The page's buttons and the commands
 * {@code /new} and {@code /resume} do the same.
 */
record Chats(Conversation conversation) {
    static final int MAX_CHATS = 50;
    private static final int MAX_TITLE = 40;
    private static final String UNTITLED = "New chat";

    /** A chat in the list. */
    record Chat(String id, String title, boolean current) {}

    /** Those of the browser that has a session. */
    static Chats of(HttpSession session, SessionCompressor compressor) {
        return new Chats(compressor.conversation(BrowserNames.of(session)));
    }

    /** Goes on in a chat in which nothing was said yet. */
    void begin() {
        if (conversation.sessions().list().size() >= MAX_CHATS) {
            throw new IllegalArgumentException("There are " + MAX_CHATS + " chats already: delete one first.");
        }
        conversation.sessions().startNew();
    }

    /** Goes on in another chat. */
    void open(String id) {
        if (conversation.sessions().list().stream().noneMatch(each -> each.id().equals(id))) {
            throw new IllegalArgumentException("There is no such chat.");
        }
        conversation.sessions().resume(id);
    }

    /** Deletes the current one and goes on in the newest of the others. */
    void delete() {
        conversation.clear();
        all().stream().filter(chat -> !chat.current()).findFirst().ifPresent(newest -> open(newest.id()));
    }

    /** All of them, the newest first. */
    List<Chat> all() {
        return conversation.sessions().list().stream()
                .sorted(Comparator.comparingLong((Session session) -> Long.parseLong(session.id()))
                        .reversed())
                .map(session -> new Chat(session.id(), title(session.title()), session.isCurrent()))
                .toList();
    }

    private static String title(String title) {
        if (title.isBlank()) {
            return UNTITLED;
        }
        int end = title.offsetByCodePoints(0, Math.min(MAX_TITLE, title.codePointCount(0, title.length())));
        return end == title.length() ? title : title.substring(0, end) + "…";
    }
}
