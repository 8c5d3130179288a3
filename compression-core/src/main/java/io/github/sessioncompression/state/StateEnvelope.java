package io.github.sessioncompression.state;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.Tags;
import io.github.sessioncompression.text.Visible;
import java.util.Optional;

/**
 * The text in which a state travels in a chat: {@code <session_state version="1">{json}</session_state>}.
 *
 * <p>Whatever the state says, the tag opens once, at the start, and closes once, at the end: inside the JSON the
 * {@code <} of anything that {@linkplain Tags looks like} the tag is written as its Unicode escape. An envelope is recognised by its
 * text alone, so that it survives frameworks that keep nothing else of a message. That also means that anyone can
 * write one: trust an envelope only where the library put it.
 *
 * <p>All methods take linear time.
 */
public final class StateEnvelope {
    /** What the assistant says to a state, so that roles keep alternating. */
    public static final String ACKNOWLEDGEMENT = "Understood.";

    /** The longest text that is looked at, in characters; a longer one is no envelope. */
    public static final int MAX_CHARACTERS = 8_000_000;

    private static final String NAME = "session_state";
    private static final String START = "<" + NAME;
    private static final String VERSION = " version=\"";
    private static final String OPEN = START + VERSION + "1\">";
    private static final String CLOSE = "</" + NAME + ">";
    private static final int MAX_VERSION = 16;

    private StateEnvelope() {}

    /** The envelope of a state; equal states give equal bytes. */
    public static String wrap(StateSchema schema, StateDocument state) {
        return OPEN + escaped(StateJson.write(schema, state)) + CLOSE;
    }

    /**
     * The state inside an envelope of this version.
     *
     * @return empty if {@code text} is no envelope, has another version, or does not hold a state of this schema's types
     */
    public static Optional<StateDocument> unwrap(StateSchema schema, String text) {
        int start = skipSpace(text);
        if (!text.startsWith(OPEN, start) || !holds(text)) {
            return Optional.empty();
        }
        String json = text.substring(start + OPEN.length(), endWithoutSpace(text) - CLOSE.length());
        try {
            return Optional.of(StateJson.read(schema, json));
        } catch (IllegalArgumentException notOfThisShape) {
            return Optional.empty();
        }
    }

    /**
     * True if a text is an envelope, of whatever version.
     *
     * <p>White space around it is allowed; any other text around it, a second tag inside, or a content that is not in
     * braces is not.
     */
    public static boolean holds(String text) {
        if (text.length() > MAX_CHARACTERS) {
            return false;
        }
        int start = skipSpace(text);
        int end = endWithoutSpace(text) - CLOSE.length();
        if (!text.startsWith(START, start) || end < start || !text.startsWith(CLOSE, end)) {
            return false;
        }
        int contentStart = endOfOpeningTag(text, start + START.length());
        return contentStart > 0
                && end - contentStart >= 2
                && text.charAt(contentStart) == '{'
                && text.charAt(end - 1) == '}'
                && nextTag(text, contentStart) == end;
    }

    /**
     * {@code text} with a backslash before it if it begins like an envelope, else {@code text} itself: how a message is shown that
     * somebody said, so that only the library's own states begin with the tag.
     */
    public static String quoted(String text) {
        int start = 0;
        while (start < text.length() && Visible.isGap(text.codePointAt(start))) {
            start += Character.charCount(text.codePointAt(start));
        }
        return start < text.length() && looksLikeTag(text, start) ? "\\" + text.substring(start) : text;
    }

    /** True if a message is what the assistant says to a state; frameworks' stores may have added white space around it. */
    public static boolean isAcknowledgement(Message message) {
        return message.role() == Role.ASSISTANT
                && !message.callsTools()
                && message.text().strip().equals(ACKNOWLEDGEMENT);
    }

    /** Where the content starts, given where the tag's name ends; -1 if this is not the opening tag. */
    private static int endOfOpeningTag(String text, int nameEnd) {
        if (text.startsWith(">", nameEnd)) {
            return nameEnd + 1;
        }
        if (!text.startsWith(VERSION, nameEnd)) {
            return -1;
        }
        int from = nameEnd + VERSION.length();
        for (int i = from; i < text.length() && i <= from + MAX_VERSION; i++) {
            if (text.charAt(i) == '"') {
                return i > from && text.startsWith(">", i + 1) ? i + 2 : -1;
            }
        }
        return -1;
    }

    private static String escaped(String json) {
        StringBuilder out = null;
        int copied = 0;
        for (int i = Tags.nextOpening(json, 0); i >= 0; i = Tags.nextOpening(json, i + 1)) {
            if (looksLikeTag(json, i)) {
                out = out == null ? new StringBuilder(json.length() + 64) : out;
                out.append(json, copied, i).append(String.format("\\u%04x", (int) json.charAt(i)));
                copied = i + 1;
            }
        }
        return out == null ? json : out.append(json, copied, json.length()).toString();
    }

    /** True if a reader would see the opening or closing tag there, however it is written. */
    private static boolean looksLikeTag(String text, int at) {
        return Tags.opens(text.charAt(at)) && Tags.isSeen(NAME, text, Tags.skipToName(text, at + 1));
    }

    /** Where the next opening or closing tag starts; -1 if there is none. */
    private static int nextTag(String text, int from) {
        for (int i = text.indexOf('<', from); i >= 0; i = text.indexOf('<', i + 1)) {
            int name = i + 1;
            while (name < text.length() && (text.charAt(name) == '/' || Character.isWhitespace(text.charAt(name)))) {
                name++;
            }
            if (text.regionMatches(true, name, NAME, 0, NAME.length())) {
                return i;
            }
        }
        return -1;
    }

    private static int skipSpace(String text) {
        int start = 0;
        while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        return start;
    }

    private static int endWithoutSpace(String text) {
        int end = text.length();
        while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }
}
