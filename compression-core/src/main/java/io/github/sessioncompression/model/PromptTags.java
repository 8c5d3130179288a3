package io.github.sessioncompression.model;

import io.github.sessioncompression.text.Tags;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Tags of a prompt's sections.
 *
 * <p>Content is data, so it must not be able to close its section or open another one. Every {@code <} that starts something
 * {@linkplain Tags like} one of these tags, in any case, spacing and letters, is taken out of the content; any other {@code <} stays, because
 * code would be unreadable without it. There is no random part: the same chat must give the same prompt.
 */
enum PromptTags {
    /** The chat's system prompt, or a description of the application. */
    SYSTEM_CONTEXT,
    /** The former state, as JSON. */
    PREVIOUS_STATE,
    /** The last messages that the former state covers, shortened. */
    SAID_BEFORE,
    /** The messages to compile. */
    NEW_MESSAGES,
    /** What the caller wants kept in detail. */
    FOCUS,
    /** Numbered entries for a judge. */
    STATE_ENTRIES,
    /** The fault of the answer before. */
    CORRECTION,
    /** The injected state's tag; never written here, but content must not fake one either. */
    SESSION_STATE;

    private final String tag = name().toLowerCase(Locale.ROOT);

    String tag() {
        return tag;
    }

    /** Appends the section with its content, which must be escaped, or nothing if there is none. */
    void append(StringBuilder out, @Nullable String escaped) {
        if (escaped != null) {
            out.append('<').append(tag).append(">\n").append(escaped).append("\n</");
            out.append(tag).append(">\n\n");
        }
    }

    /** A text with the tags in it made harmless: their opening bracket becomes an HTML entity. */
    static String escape(String text) {
        return Tags.replaced(text, at -> startsTag(text, at), bracket -> "&lt;");
    }

    /** JSON with the tags in its strings made harmless without changing its value. */
    static String escapeJson(String json) {
        return Tags.replaced(json, at -> startsTag(json, at), bracket -> String.format("\\u%04x", bracket));
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

    /** True if the bracket at {@code bracket} begins something like one of these tags, an opening or a closing one. */
    private static boolean startsTag(String text, int bracket) {
        int at = Tags.skipToName(text, bracket + 1);
        return Arrays.stream(values()).anyMatch(fence -> Tags.isSeen(fence.tag, text, at));
    }
}
