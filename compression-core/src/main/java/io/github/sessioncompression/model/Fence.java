package io.github.sessioncompression.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The tags that part a prompt into its sections.
 *
 * <p>Content is data, so it must not be able to close its section or open another one. Every {@code <} that starts something
 * like one of these tags, whatever its case and spacing, is taken out of the content; any other {@code <} stays, because
 * code would be unreadable without it. There is no random part: the same chat must give the same prompt.
 */
enum Fence {
    SYSTEM_CONTEXT,
    PREVIOUS_STATE,
    NEW_MESSAGES,
    CHAT_MESSAGE,
    CHAT_TOOL_CALL,
    FOCUS,
    CORRECTION,
    /** What the state is injected with; never written here, but content must not fake one either. */
    SESSION_STATE;

    private static final List<String> TAGS = tags();

    private static List<String> tags() {
        List<String> tags = new ArrayList<>();
        for (Fence fence : values()) {
            tags.add(fence.tag());
        }
        return List.copyOf(tags);
    }

    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Appends the section with its content, which must be escaped, or nothing if there is none. */
    void append(StringBuilder out, @Nullable String escaped) {
        if (escaped != null) {
            out.append('<').append(tag()).append(">\n").append(escaped).append("\n</");
            out.append(tag()).append(">\n\n");
        }
    }

    /** A text with the tags in it made harmless: their opening bracket becomes an HTML entity. */
    static String escape(String text) {
        return replace(text, "&lt;");
    }

    /** JSON with the tags in its strings made harmless without changing what it says. */
    static String escapeJson(String json) {
        return replace(json, "\\u003c");
    }

    /** A text as an attribute's value: on one line, at most 64 code points, no quotes and no angle brackets. */
    static String attribute(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().limit(64).forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.LINE_SEPARATOR) {
                out.append(' ');
            } else if (c != '"' && c != '<' && c != '>') {
                out.appendCodePoint(c);
            }
        });
        return out.toString().strip();
    }

    private static String replace(String text, String replacement) {
        int next = text.indexOf('<');
        if (next < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        int copied = 0;
        while (next >= 0) {
            if (startsTag(text, next + 1)) {
                out.append(text, copied, next).append(replacement);
                copied = next + 1;
            }
            next = text.indexOf('<', next + 1);
        }
        return out.append(text, copied, text.length()).toString();
    }

    private static boolean startsTag(String text, int from) {
        int at = skipSpace(text, from);
        if (at < text.length() && (text.charAt(at) == '/' || text.charAt(at) == '\\')) {
            at = skipSpace(text, at + 1);
        }
        for (String tag : TAGS) {
            if (text.regionMatches(true, at, tag, 0, tag.length())) {
                return true;
            }
        }
        return false;
    }

    /** Skips white space and invisible characters; runs of them belong to one {@code <} each, so escaping stays linear. */
    private static int skipSpace(String text, int from) {
        int at = from;
        while (at < text.length() && invisible(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean invisible(char c) {
        return Character.isWhitespace(c)
                || Character.isSpaceChar(c)
                || Character.isISOControl(c)
                || Character.getType(c) == Character.FORMAT;
    }
}
