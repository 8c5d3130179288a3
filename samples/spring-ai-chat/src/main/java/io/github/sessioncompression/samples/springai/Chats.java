package io.github.sessioncompression.samples.springai;

import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The chats of one browser session; there is always a current one. Safe for use by many threads. */
final class Chats {
    static final int MAX_CHATS = 50;
    private static final int MAX_TITLE = 40;
    private static final String UNTITLED = "New chat";

    private final Map<String, String> titles = new LinkedHashMap<>();
    private String current = added();

    private Chats() {}

    /**
     * A chat in the list.
     *
     * @param id names it
     * @param title how it begins
     * @param current whether it is the one that is shown
     */
    record Chat(String id, String title, boolean current) {}

    /** Those of a session. */
    static Chats of(HttpSession session) {
        synchronized (session) {
            if (session.getAttribute(Chats.class.getName()) instanceof Chats chats) {
                return chats;
            }
            Chats chats = new Chats();
            session.setAttribute(Chats.class.getName(), chats);
            return chats;
        }
    }

    private String added() {
        String id = UUID.randomUUID().toString();
        titles.put(id, UNTITLED);
        return id;
    }

    /** The id of the one that is shown. */
    synchronized String current() {
        return current;
    }

    /** Goes on in a chat in which nothing was said yet. */
    synchronized void begin() {
        for (Map.Entry<String, String> each : titles.entrySet()) {
            if (each.getValue().equals(UNTITLED)) {
                current = each.getKey();
                return;
            }
        }
        if (titles.size() == MAX_CHATS) {
            throw new IllegalArgumentException("There are " + MAX_CHATS + " chats already: delete one first.");
        }
        current = added();
    }

    /** Goes on in another chat of this session. */
    synchronized void open(String id) {
        if (!titles.containsKey(id)) {
            throw new IllegalArgumentException("There is no such chat.");
        }
        current = id;
    }

    /** Takes the current one out of the list and goes on in the newest of the others. */
    synchronized void delete() {
        titles.remove(current);
        current = titles.isEmpty() ? added() : all().get(0).id();
    }

    /** A chat is called by how it begins. */
    synchronized void said(String id, String question) {
        String line = question.strip().lines().findFirst().orElse(UNTITLED);
        int end = line.offsetByCodePoints(0, Math.min(MAX_TITLE, line.codePointCount(0, line.length())));
        titles.replace(id, UNTITLED, end == line.length() ? line : line.substring(0, end) + "…");
    }

    /** All of them, the newest first. */
    synchronized List<Chat> all() {
        List<Chat> all = new ArrayList<>();
        titles.forEach((id, title) -> all.add(new Chat(id, title, id.equals(current))));
        Collections.reverse(all);
        return all;
    }
}
