package io.github.sessioncompression.state;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.Tags;
import io.github.sessioncompression.text.Visible;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text in which a state travels in a chat: {@code <session_state version="1">{json}</session_state>}.
 *
 * <p>With any text in the state, the tag opens once, at the start, and closes once, at the end: inside the JSON the
 * {@code <} of anything that {@linkplain Tags looks like} the tag is written as its Unicode escape. An envelope is recognised by its
 * text alone, so that it survives frameworks that keep nothing else of a message. That also means that anyone can
 * write one: trust an envelope only if the library put it there.
 *
 * <p>All methods take linear time.
 *
 * <p><em>Algorithm</em>: {@link #wrap} writes JSON, escapes what looks like the tag, and puts the tags around it;
 * {@link #holds} asks for an opening tag of any version at the start, a closing one at the end, and no tag between;
 * {@link #unwrap} also for this version and for the types of the schema. <em>Does nothing when</em> a text is no
 * envelope: {@link #unwrap} is empty. <em>Threads</em>: has no state. <em>On failure</em>: malformed JSON is no
 * envelope.
 *
 * @see StateJson
 */
public final class StateEnvelope {
    /** The assistant's answer to a state, so that roles keep alternating. */
    public static final String ACKNOWLEDGEMENT = "Understood.";

    /** The longest text that is looked at, in characters; a longer one is no envelope. */
    public static final int MAX_CHARACTERS = 8_000_000;

    private static final String NAME = "session_state";
    private static final String START = "<" + NAME;
    private static final String OPEN = START + " version=\"1\">";
    private static final String CLOSE = "</" + NAME + ">";
    /** The opening tag of any version, with the brace of the JSON: <code>&lt;session_state version="2"&gt;{</code>. */
    private static final Pattern ANY_OPEN = Pattern.compile(START + "(?: version=\"[^\"]{1,16}\")?>\\{");
    /** Begin of an opening or closing tag, with white space or slashes in it: {@code < / session_state}. */
    private static final Pattern TAG =
            Pattern.compile("<[/\\s\\x1C-\\x1F]*" + NAME, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CHARACTER_CLASS);

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
        String envelope = text.strip();
        if (!envelope.startsWith(OPEN) || !holds(envelope)) {
            return Optional.empty();
        }
        String json = envelope.substring(OPEN.length(), envelope.length() - CLOSE.length());
        try {
            return Optional.of(StateJson.read(schema, json));
        } catch (IllegalArgumentException notOfThisShape) {
            return Optional.empty();
        }
    }

    /**
     * True if a text is an envelope of any version.
     *
     * <p>White space around it is allowed; any other text around it, a second tag inside, or a content that is not in
     * braces is not.
     */
    public static boolean holds(String text) {
        String envelope = text.length() > MAX_CHARACTERS ? "" : text.strip();
        Matcher open = ANY_OPEN.matcher(envelope);
        Matcher tag = TAG.matcher(envelope);
        return open.lookingAt()
                && envelope.endsWith("}" + CLOSE)
                && tag.find(open.end())
                && tag.start() == envelope.length() - CLOSE.length();
    }

    /** A text without what is in tags of a state, to its end if a tag is not closed. */
    public static String removedFrom(String text) {
        StringBuilder kept = new StringBuilder();
        Matcher tag = TAG.matcher(text);
        int at = 0;
        while (tag.find(at)) {
            kept.append(text, at, tag.start());
            int close = text.indexOf(CLOSE, tag.end());
            at = close < 0 ? text.length() : close + CLOSE.length();
        }
        return at == 0 ? text : kept.append(text, at, text.length()).toString();
    }

    /** A message's text as it is shown: with a backslash before it if it begins like an envelope, so that only the library's own do. */
    public static String quoted(String text) {
        int start = 0;
        while (start < text.length() && Visible.isGap(text.codePointAt(start))) {
            start += Character.charCount(text.codePointAt(start));
        }
        return start < text.length() && looksLikeTag(text, start) ? "\\" + text.substring(start) : text;
    }

    /** True if a message is the assistant's answer to a state; frameworks' stores may have added white space around it. */
    public static boolean isAcknowledgement(Message message) {
        return message.role() == Role.ASSISTANT
                && !message.callsTools()
                && message.text().strip().equals(ACKNOWLEDGEMENT);
    }

    /**
     * JSON in which brackets of anything that looks like the tag are Unicode escapes, which JSON reads as the same
     * text.
     */
    private static String escaped(String json) {
        return Tags.replaced(json, at -> looksLikeTag(json, at), bracket -> String.format("\\u%04x", bracket));
    }

    /** True if a reader would see the opening or closing tag there, however it is written. */
    private static boolean looksLikeTag(String text, int at) {
        return Tags.opens(text.charAt(at)) && Tags.isSeen(NAME, text, Tags.skipToName(text, at + 1));
    }
}
