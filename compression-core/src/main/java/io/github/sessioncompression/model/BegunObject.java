package io.github.sessioncompression.model;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON object that a text begins and does not end: with everything in it that was complete, and of a string that was not, the sentences
 * that were.
 *
 * <p>Linear in the text. Used once.
 */
final class BegunObject {
    private final String text;
    private final Deque<Character> open = new ArrayDeque<>();
    /** Where the text can be left off, and what closes it there. */
    private int end = -1;

    private String closing = "";

    private BegunObject(String text) {
        this.text = text;
    }

    /** The object that begins at the first brace; {@code null} if there is none, or none that could be completed. */
    static @Nullable Map<String, @Nullable Object> in(String text) {
        int start = text.indexOf('{');
        return start < 0 ? null : new BegunObject(text.substring(start)).completed();
    }

    private @Nullable Map<String, @Nullable Object> completed() {
        boolean value = false;
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            switch (c) {
                case '"' -> {
                    at = string(at, value || isList());
                    value = false;
                }
                case '{', '[' -> {
                    open.push(c == '{' ? '}' : ']');
                    value = false;
                    canEnd(at, "");
                }
                case '}', ']' -> {
                    if (open.isEmpty() || open.pop() != c) {
                        return null;
                    }
                    canEnd(at, "");
                }
                case ':' -> value = true;
                default -> {}
            }
            if (open.isEmpty()) {
                break;
            }
        }
        return parsed();
    }

    /** Reads on behind a string's opening quote; where that is a value, the text can be left off behind it, or behind a sentence in it. */
    private int string(int from, boolean value) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                if (value) {
                    canEnd(i + 1, "");
                }
                return i + 1;
            } else if (value && i > from && c == ' ' && ".!?".indexOf(text.charAt(i - 1)) >= 0) {
                canEnd(i, "\"");
            } else if (value && "。！？".indexOf(c) >= 0) {
                canEnd(i + 1, "\"");
            }
        }
        return text.length();
    }

    private boolean isList() {
        return !open.isEmpty() && open.peek() == ']';
    }

    private void canEnd(int at, String quote) {
        StringBuilder rest = new StringBuilder(quote);
        open.forEach(rest::append);
        end = at;
        closing = rest.toString();
    }

    private @Nullable Map<String, @Nullable Object> parsed() {
        try {
            return end < 0 ? null : Json.parseObject(text.substring(0, end) + closing);
        } catch (JsonSyntaxException notJson) {
            return null;
        }
    }
}
