package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Role;
import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The chats of one browser; there is always a current one. Safe for use by many threads. */
final class Chats {
    static final int MAX_CHATS = 50;
    private static final int MAX_TITLE = 40;
    private static final String UNTITLED = "New chat";

    private final String prefix;
    private final Map<String, String> titles = new LinkedHashMap<>();
    private long last;
    private String current;

    /** Those that were kept, and the newest of them is the current one. */
    private Chats(String browser, SessionCompressor compressor) {
        prefix = browser + "/";
        for (String id : compressor.conversations(prefix, MAX_CHATS)) {
            if (id.startsWith(prefix)) {
                String title = compressor.conversation(id).transcript().stream()
                        .filter(message -> message.role() == Role.USER)
                        .findFirst()
                        .map(message -> title(message.text()))
                        .orElse(UNTITLED);
                titles.put(id, title);
                last = Long.parseLong(id.substring(prefix.length()));
            }
        }
        current = titles.isEmpty() ? added() : prefix + number(last);
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%012d", number);
    }

    /** A chat in the list. */
    record Chat(String id, String title, boolean current) {}

    /** Those of the browser that has a session. */
    static Chats of(HttpSession session, SessionCompressor compressor) {
        synchronized (session) {
            if (session.getAttribute(Chats.class.getName()) instanceof Chats chats) {
                return chats;
            }
            Chats chats = new Chats(BrowserNames.of(session), compressor);
            session.setAttribute(Chats.class.getName(), chats);
            return chats;
        }
    }

    private String added() {
        String id = prefix + number(++last);
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
        titles.replace(id, UNTITLED, title(question));
    }

    private static String title(String question) {
        String line = question.strip().lines().findFirst().orElse(UNTITLED);
        int end = line.offsetByCodePoints(0, Math.min(MAX_TITLE, line.codePointCount(0, line.length())));
        return end == line.length() ? line : line.substring(0, end) + "…";
    }

    /** All of them, the newest first. */
    synchronized List<Chat> all() {
        List<Chat> all = new ArrayList<>();
        titles.forEach((id, title) -> all.add(new Chat(id, title, id.equals(current))));
        Collections.reverse(all);
        return all;
    }
}
