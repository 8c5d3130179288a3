package io.github.sessioncompression.message;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import java.util.Map;

/**
 * Makes one message's contents such that every provider accepts them, while the transcript stays as it is.
 *
 * <p>Providers refuse a chat permanently once one message in it is refused, so:
 *
 * <ul>
 *   <li>A user's message without text and media gets {@link #NO_TEXT}, an assistant's without text, media and calls
 *       {@link #NO_ANSWER}, and a tool result without text and media {@link #NO_RESULT}. An assistant's calls need no text.
 *   <li>Arguments of a call that are no JSON object become one: {@code {}} if they are blank, {@code {"value": …}} around other
 *       JSON, and {@code {"text": "…"}} around any other text.
 *   <li>A call without a name is one of {@value #NO_NAME}.
 *   <li>Half of a surrogate pair, which no encoding can hold and some clients fail at, becomes U+FFFD.
 *   <li>Everything else passes as the same instance. A system message passes; if it is blank {@link Repair} leaves it out.
 * </ul>
 *
 * <p>A message whose text is changed loses its {@link Message#source()}, for the framework's own message would be sent instead; one
 * whose calls are changed has it as {@link Message.FormerSource}. What comes out depends on the message alone, and is not changed again. Takes
 * linear time. Safe for use by many threads.
 *
 * <p><em>Does nothing when</em> a message is accepted as it is: the same instance. <em>On failure</em>: throws nothing;
 * what cannot be read as JSON becomes text.
 *
 * @see CallIds
 * @see Repair
 */
public final class Contents {
    /** Text of a blank user message. */
    public static final String NO_TEXT = "(No text.)";

    /** Text of a blank answer, as a refusal or a filter leaves it. */
    public static final String NO_ANSWER = "(No answer.)";

    /** Text of a blank tool result. */
    public static final String NO_RESULT = "(Empty result.)";

    /** The name of a call that has none. */
    public static final String NO_NAME = "unnamed";

    /** Begin of the id of a call that had none. */
    private static final String BLANK_ID = "call";
    /** Between an id that was not unique and its number: {@code call_1_again2}. */
    private static final String AGAIN = "_again";

    private Contents() {}

    /** {@code message} as every provider accepts it; the same instance if that is how it is. */
    public static Message accepted(Message message) {
        Message accepted = message;
        String text = Json.wellFormed(accepted.text());
        if (!text.equals(accepted.text())) {
            accepted = accepted.withText(text);
        }
        if (saysNothing(accepted)) {
            accepted = accepted.withText(
                    switch (accepted.role()) {
                        case SYSTEM -> accepted.text();
                        case USER -> NO_TEXT;
                        case ASSISTANT -> NO_ANSWER;
                        case TOOL -> NO_RESULT;
                    });
        }
        return accepted.withEachCall(call ->
                new ToolCall(call.id(), isBlank(call.name()) ? NO_NAME : call.name(), object(call.arguments())));
    }

    /** The id that a view gives a call whose own one is {@code original}. */
    static String otherId(String original, long number) {
        return (original.isEmpty() ? BLANK_ID : original) + AGAIN + number;
    }

    /** Another id for the first call of those with one id, which later ones have with a higher number. */
    public static String firstId(String original) {
        return otherId(original, 0);
    }

    /** An id for a call that has none; {@link #originalId} of it is empty. */
    public static String madeId(long number) {
        return otherId("", number);
    }

    /** The id of a call before a view gave it another one; empty if it was blank. */
    public static String originalId(String id) {
        int again = id.lastIndexOf(AGAIN);
        String number = again < 0 ? "" : id.substring(again + AGAIN.length());
        if (number.isEmpty() || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return isBlank(id) ? "" : id;
        }
        String before = id.substring(0, again);
        return before.equals(BLANK_ID) || isBlank(before) ? "" : before;
    }

    /** True if a text has nothing to read: only white space and signs that are not shown. */
    public static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            boolean shown = !Character.isWhitespace(c)
                    && !Character.isSpaceChar(c)
                    && !Character.isISOControl(c)
                    && Character.getType(c) != Character.FORMAT;
            if (shown) {
                return false;
            }
            i += Character.charCount(c);
        }
        return true;
    }

    private static boolean saysNothing(Message message) {
        return message.role() != Role.SYSTEM
                && !message.callsTools()
                && message.mediaCount() == 0
                && isBlank(message.text());
    }

    /** {@code arguments} themselves if they are a JSON object, else one that holds them. */
    private static String object(String arguments) {
        boolean startsAsOne = arguments.stripLeading().startsWith("{");
        if (arguments.equals("{}") || (startsAsOne && isJson(arguments))) {
            return Json.wellFormed(arguments);
        }
        if (isBlank(arguments)) {
            return "{}";
        }
        String around = "{\"value\":" + arguments + "}";
        return isJson(arguments) && isJson(around) ? Json.wellFormed(around) : textObject(arguments);
    }

    /** The arguments {@code {"text": "…"}}. */
    public static String textObject(String text) {
        return Json.writeEscaped(Map.of("text", Json.wellFormed(text)));
    }

    /** True if a text is exactly one JSON value within the limits of {@link Json}. */
    private static boolean isJson(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (JsonSyntaxException none) {
            return false;
        }
    }
}
