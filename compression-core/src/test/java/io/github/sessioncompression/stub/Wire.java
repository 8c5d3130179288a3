package io.github.sessioncompression.stub;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Common parts of the wire formats: JSON, splitting a text for a stream, plausible usage. */
final class Wire {
    private static final int PIECE = 24;
    private static final int CHARACTERS_PER_TOKEN = 4;

    private Wire() {}

    /** An object of those members, in order; one whose value is {@code null} is written as such. */
    static Map<String, @Nullable Object> object(@Nullable Object... keysAndValues) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            members.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
        }
        return members;
    }

    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> asObject(@Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return (Map<String, @Nullable Object>) members;
        }
        throw new IllegalArgumentException("an object was expected, but there is " + Json.write(value));
    }

    /** The elements of an array of objects; none if there is no array. */
    static List<Map<String, @Nullable Object>> objects(@Nullable Object value) {
        List<Map<String, @Nullable Object>> objects = new ArrayList<>();
        if (value instanceof List<?> elements) {
            elements.forEach(element -> objects.add(asObject(element)));
        } else if (value != null) {
            throw new IllegalArgumentException("an array was expected, but there is " + Json.write(value));
        }
        return objects;
    }

    static String text(@Nullable Object value) {
        return value instanceof String text ? text : "";
    }

    static @Nullable Integer number(@Nullable Object value) {
        return value instanceof Long number ? Math.toIntExact(number) : null;
    }

    /** The text of contents that are a text or a list of parts. */
    static String contents(@Nullable Object value) {
        if (!(value instanceof List<?>)) {
            return text(value);
        }
        StringBuilder out = new StringBuilder();
        for (Map<String, @Nullable Object> part : objects(value)) {
            String text = text(part.get("text"));
            if (!text.isEmpty()) {
                out.append(out.isEmpty() ? "" : "\n").append(text);
            }
        }
        return out.toString();
    }

    /** A text in pieces, as it would be streamed; no surrogate pair is cut. */
    static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = Math.min(text.length(), start + PIECE);
            if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
                end++;
            }
            pieces.add(text.substring(start, end));
            start = end;
        }
        return pieces;
    }

    /** A server-sent event with a JSON body. */
    static String event(Map<String, @Nullable Object> data) {
        return "data: " + Json.write(data) + "\n\n";
    }

    /** A bill by length: what the request shares with the one before, from its beginning on, was in the cache. */
    static Usage usage(Reply.Answer answer, Sent request, @Nullable Sent before) {
        if (answer.usage() != null) {
            return answer.usage();
        }
        long all = tokens(request.raw().length());
        long cached = before == null ? 0 : Math.min(all, tokens(sharedCharacters(request, before)));
        String calls = Json.write(answer.calls().stream()
                .map(call -> List.of(call.tool(), call.arguments()))
                .toList());
        long written = tokens(answer.text().length()) + tokens(calls.length());
        return new Usage(all - cached, cached, 0, written, 0);
    }

    private static long sharedCharacters(Sent request, Sent before) {
        if (!String.valueOf(request.system()).equals(String.valueOf(before.system()))) {
            return 0;
        }
        long shared = String.valueOf(request.system()).length();
        int most = Math.min(request.messages().size(), before.messages().size());
        for (int i = 0;
                i < most && request.messages().get(i).equals(before.messages().get(i));
                i++) {
            shared += request.messages().get(i).text().length();
        }
        return shared;
    }

    private static long tokens(long characters) {
        return (characters + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
    }
}
