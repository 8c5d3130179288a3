package io.github.sessioncompression.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A text being read: values built from its tokens, faults without contents.
 *
 * <p><em>Algorithm</em>: one method for each kind of value, each called with its first token and ending behind its last one. The
 * parser's limit of nesting keeps the recursion small.
 *
 * <p><em>Threads</em>: not safe; made for one text. <em>On failure</em>: {@link JsonSyntaxException} with the place; {@link #objects}
 * ends at the fault instead.
 *
 * @see Json
 */
record JsonSource(JsonParser parser) {
    /** The value that is the whole text. */
    @Nullable
    Object onlyValue() throws IOException {
        try {
            Object value = value(required());
            onlyOne();
            return value;
        } catch (JsonProcessingException e) {
            throw syntax(e);
        }
    }

    /** The object that is the whole text. Any other value is refused at its first token, before it takes memory. */
    Map<String, @Nullable Object> onlyObject() throws IOException {
        try {
            if (required() != JsonToken.START_OBJECT) {
                throw fault("an object was expected");
            }
            Map<String, @Nullable Object> value = object();
            onlyOne();
            return value;
        } catch (JsonProcessingException e) {
            throw syntax(e);
        }
    }

    /**
     * The members of each object, as {@link Json#objects} returns them.
     *
     * <p>A value belongs to the innermost open object and to the last name in it, also inside an array. After an object inside an
     * array there is no name any more: what follows it there is left out.
     */
    List<List<JsonMember>> objects() throws IOException {
        List<List<JsonMember>> objects = new ArrayList<>();
        Deque<List<JsonMember>> open = new ArrayDeque<>(); // the innermost one first
        String key = null; // the name that the next simple value belongs to
        try {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    open.push(new ArrayList<>());
                    objects.add(open.element());
                } else if (token == JsonToken.END_OBJECT) {
                    open.pop();
                } else if (token.isScalarValue() && key != null && !open.isEmpty()) {
                    open.element().add(new JsonMember(key, parser.getText()));
                }
                boolean within = token != JsonToken.START_OBJECT && token != JsonToken.END_OBJECT;
                key = token == JsonToken.FIELD_NAME ? parser.currentName() : within ? key : null;
            }
        } catch (JsonProcessingException e) {
            return objects; // cut off, or no JSON from here on
        }
        return objects;
    }

    private void onlyOne() throws IOException {
        if (parser.nextToken() != null) {
            throw fault("text after the end of the value");
        }
    }

    private @Nullable Object value(JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT ->
                parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                        ? parser.getBigIntegerValue()
                        : (Number) parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> decimal();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw fault("a value was expected");
        };
    }

    private Map<String, @Nullable Object> object() throws IOException {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (JsonToken token = required(); token != JsonToken.END_OBJECT; token = required()) {
            String key = parser.currentName();
            members.put(key, value(required()));
        }
        return members;
    }

    private List<@Nullable Object> array() throws IOException {
        List<@Nullable Object> items = new ArrayList<>();
        for (JsonToken token = required(); token != JsonToken.END_ARRAY; token = required()) {
            items.add(value(token));
        }
        return items;
    }

    /** A number with decimals or an exponent. Beyond the range of a double the exact number is kept rather than infinity. */
    private Number decimal() throws IOException {
        try {
            double value = parser.getDoubleValue();
            if (Double.isInfinite(value)) {
                return new BigDecimal(parser.getText());
            }
            return value;
        } catch (NumberFormatException e) {
            throw fault("a number is out of range");
        }
    }

    /** The next token, which must be there. */
    private JsonToken required() throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw fault("unexpected end");
        }
        return token;
    }

    private JsonSyntaxException fault(String problem) {
        return at(parser.currentLocation(), problem);
    }

    // The library's message quotes the text, so only its kind and place are passed on, and it is no cause either.
    private JsonSyntaxException syntax(JsonProcessingException e) {
        String problem = e instanceof JsonEOFException
                ? "unexpected end"
                : e instanceof StreamConstraintsException
                        ? "too deeply nested, or too long a string, key or number"
                        : "unexpected character or malformed value";
        JsonLocation place = e.getLocation();
        return at(place == null ? parser.currentLocation() : place, problem);
    }

    private static JsonSyntaxException at(JsonLocation place, String problem) {
        return new JsonSyntaxException(Math.max(1, place.getLineNr()), Math.max(1, place.getColumnNr()), problem);
    }
}
