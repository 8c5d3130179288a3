package io.github.sessioncompression.extract;

import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Visible;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values in a tool's arguments or result, read in one pass by a scanner that takes JSON and anything like it.
 *
 * <p>Malformed or truncated data gives the values up to where it breaks; text that is not data gives none.
 */
final class ToolData {
    /** Levels; what is nested deeper belongs to no value that a person would name. */
    private static final int MAX_DEPTH = 32;

    /** A value under its name, without spaces around. */
    record Value(String key, String text) {
        boolean isCalled(Set<String> names) {
            return names.contains(key.toLowerCase(Locale.ROOT));
        }
    }

    private final String text;
    private final List<List<Value>> parts = new ArrayList<>();
    private final Deque<List<Value>> open = new ArrayDeque<>();
    private @Nullable String key;
    private int at;

    private ToolData(String text) {
        this.text = text;
    }

    /** The values of each object in the order in which the objects begin; empty if the text does not begin like data. */
    static List<List<Value>> read(String text) {
        String trimmed = text.strip();
        if (!trimmed.startsWith("{") && !trimmed.startsWith("[")) {
            return List.of();
        }
        ToolData data = new ToolData(trimmed);
        data.run();
        return data.parts;
    }

    private void run() {
        while (at < text.length()) {
            char c = text.charAt(at);
            switch (c) {
                case '{' -> {
                    begin();
                    at++;
                }
                case '}' -> {
                    open.poll();
                    key = null;
                    at++;
                }
                case '"' -> scalar(string());
                case '[', ']', ',', ':', ' ', '\n', '\r', '\t' -> at++;
                default -> scalar(bare());
            }
        }
    }

    private void begin() {
        if (open.size() < MAX_DEPTH) {
            List<Value> part = new ArrayList<>();
            parts.add(part);
            open.push(part);
        }
        key = null;
    }

    private void scalar(String value) {
        int next = at;
        while (next < text.length() && text.charAt(next) == ' ') {
            next++;
        }
        List<Value> part = open.peek();
        if (next < text.length() && text.charAt(next) == ':') {
            key = value;
            at = next + 1;
        } else if (part != null && key != null) {
            part.add(new Value(key, value.strip()));
        }
    }

    private String bare() {
        int start = at;
        while (at < text.length() && ",:{}[]\" \n\r\t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at);
    }

    private String string() {
        StringBuilder value = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                c = escaped(text.charAt(at++));
            }
            value.append(c);
        }
        at++;
        return Visible.of(value.toString());
    }

    private char escaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't', 'r', 'b', 'f' -> ' ';
            case 'u' -> unicode();
            default -> c;
        };
    }

    private char unicode() {
        int end = Math.min(text.length(), at + 4);
        String digits = text.substring(at, end);
        if (digits.length() < 4 || Letters.any(digits, d -> Character.digit(d, 16) < 0)) {
            return ' ';
        }
        at = end;
        return (char) Integer.parseInt(digits, 16);
    }
}
