package io.github.sessioncompression.json;

import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a long JSON text, one after the other, with the lines they begin on.
 *
 * <p>Three forms are recognised by themselves: an array {@code [e, e, …]}; an object that holds the array under a given
 * key, {@code {"messages": [e, e, …], …}}, whose other members are skipped; and JSON Lines, values one after the other. Only
 * the current element is in memory, so the size of the text does not matter. A byte order mark at the start is skipped.
 *
 * <p>Not safe for use by many threads. {@link #close()} leaves the reader open.
 *
 * <pre>{@code
 * try (JsonElements elements = JsonElements.of(reader, "messages")) {
 *     for (var e = elements.next(); e != null; e = elements.next()) {
 *         use(e.line(), e.value());
 *     }
 * }
 * }</pre>
 */
public final class JsonElements implements Closeable {
    private enum Form {
        UNKNOWN,
        ARRAY,
        WRAPPED,
        LINES,
        ENDED
    }

    private final JsonSource source;
    private final String wrapperKey;
    private Form form = Form.UNKNOWN;

    private JsonElements(JsonSource source, String wrapperKey) {
        this.source = source;
        this.wrapperKey = wrapperKey;
    }

    /**
     * One element.
     *
     * @param line the line it begins on, 1 for the first
     * @param value the value as {@link Json} gives it
     */
    public record Element(int line, @Nullable Object value) {}

    /**
     * Starts to read.
     *
     * @param wrapperKey the key under which an object may hold the array
     * @throws IOException if {@code reader} fails
     */
    public static JsonElements of(Reader reader, String wrapperKey) throws IOException {
        BufferedReader text = new BufferedReader(reader);
        text.mark(1);
        if (text.read() != '\uFEFF') {
            text.reset();
        }
        return new JsonElements(Json.source(text), wrapperKey);
    }

    /**
     * The next element, or {@code null} after the last.
     *
     * @throws JsonSyntaxException if the text is not JSON of one of the three forms, or exceeds a limit of {@link Json}
     * @throws IOException if the reader fails
     */
    public @Nullable Element next() throws IOException {
        return switch (form) {
            case UNKNOWN -> first();
            case ARRAY, WRAPPED -> inArray();
            case LINES -> inLines(source.next());
            case ENDED -> null;
        };
    }

    private @Nullable Element first() throws IOException {
        JsonToken token = source.next();
        if (token == JsonToken.START_ARRAY) {
            form = Form.ARRAY;
            return inArray();
        }
        if (token == JsonToken.START_OBJECT) {
            return firstObject(source.line());
        }
        form = Form.LINES;
        return inLines(token);
    }

    // The first object is the wrapper, or else the first of the lines: its members decide, so they are kept until they
    // have.
    private @Nullable Element firstObject(int line) throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (JsonToken token = source.required(); token != JsonToken.END_OBJECT; token = source.required()) {
            String key = source.key();
            JsonToken value = source.required();
            if (key.equals(wrapperKey) && value == JsonToken.START_ARRAY) {
                form = Form.WRAPPED;
                return inArray();
            }
            members.put(key, source.value(value));
        }
        form = Form.LINES;
        return new Element(line, members);
    }

    private @Nullable Element inLines(@Nullable JsonToken token) throws IOException {
        if (token == null) {
            form = Form.ENDED;
            return null;
        }
        int line = source.line();
        return new Element(line, source.value(token));
    }

    private @Nullable Element inArray() throws IOException {
        JsonToken token = source.required();
        if (token != JsonToken.END_ARRAY) {
            int line = source.line();
            return new Element(line, source.value(token));
        }
        if (form == Form.WRAPPED) {
            skipRestOfWrapper();
        }
        form = Form.ENDED;
        if (source.next() != null) {
            throw source.fault("text after the end of the list");
        }
        return null;
    }

    private void skipRestOfWrapper() throws IOException {
        while (source.required() != JsonToken.END_OBJECT) {
            // Of two lists, the first has been handed out already: better to refuse than to lose one.
            if (source.key().equals(wrapperKey)) {
                throw source.fault("the list occurs twice");
            }
            source.value(source.required());
        }
    }

    @Override
    public void close() throws IOException {
        source.close();
        form = Form.ENDED;
    }
}
