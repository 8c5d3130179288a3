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

/** A text being read: values built from its tokens, faults without contents. Not safe for many threads. */
record JsonSource(JsonParser parser) {
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

    List<List<JsonMember>> objects() throws IOException {
        List<List<JsonMember>> objects = new ArrayList<>();
        Deque<List<JsonMember>> open = new ArrayDeque<>();
        String key = null;
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
            return objects;
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
