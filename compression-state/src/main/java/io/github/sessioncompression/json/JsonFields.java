package io.github.sessioncompression.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object, read by their types.
 *
 * <p>Unknown fields are ignored, so a newer version may add some. A field that is {@code null} counts as missing.
 *
 * <p><em>Threads</em>: as safe as the map that it reads; it changes nothing. <em>On failure</em>: every method throws {@link
 * JsonFormatException} if a field has another type or is out of range. Errors name the field by its path, such as {@code
 * message.tool_calls[1].name}, and never its content.
 *
 * @see Json
 */
public final class JsonFields {
    private final String name;
    private final Map<?, ?> fields;

    private JsonFields(String name, Map<?, ?> fields) {
        this.name = name;
        this.fields = fields;
    }

    /**
     * The fields of {@code value}.
     *
     * @param name what errors call the object
     * @throws JsonFormatException if it is no object
     */
    public static JsonFields of(String name, @Nullable Object value) {
        if (value instanceof Map<?, ?> fields) {
            return new JsonFields(name, fields);
        }
        throw new JsonFormatException(name + " must be an object");
    }

    /**
     * The fields of the object that {@code json} is.
     *
     * @throws JsonFormatException if it is none
     */
    public static JsonFields parse(String name, String json) {
        try {
            return of(name, Json.parseObject(json));
        } catch (JsonSyntaxException noObject) {
            throw new JsonFormatException(name + " must be a JSON object");
        }
    }

    /** Checks the field {@code version}: 1 to {@code newest}. */
    public void requireVersion(int newest) {
        long version = number("version", 1, Long.MAX_VALUE);
        if (version > newest) {
            throw new JsonFormatException(
                    name + " has format version " + version + ", but the newest one known here is " + newest);
        }
    }

    /** True if the field is there and not null. */
    public boolean has(String field) {
        return fields.get(field) != null;
    }

    /** The field as it is; null if it is missing. */
    public @Nullable Object value(String field) {
        return fields.get(field);
    }

    /** A text that must be there. */
    public String text(String field) {
        if (fields.get(field) instanceof String text) {
            return text;
        }
        throw wrong(field, "a string");
    }

    /** A text, or {@code absent} if there is none. */
    public String text(String field, String absent) {
        return has(field) ? text(field) : absent;
    }

    /** A text, or null if there is none. */
    public @Nullable String textOrNull(String field) {
        return has(field) ? text(field) : null;
    }

    /** An integer that must be there, from {@code min} to {@code max}. */
    public long number(String field, long min, long max) {
        if (fields.get(field) instanceof Long number && number >= min && number <= max) {
            return number;
        }
        throw wrong(field, "an integer from " + min + " to " + max);
    }

    /** A number that must be there and fits an int, 0 or more. */
    public int count(String field) {
        return (int) number(field, 0, Integer.MAX_VALUE);
    }

    /** A truth value; {@code false} if there is none. */
    public boolean flag(String field) {
        if (!has(field)) {
            return false;
        }
        if (fields.get(field) instanceof Boolean flag) {
            return flag;
        }
        throw wrong(field, "true or false");
    }

    /** A time that must be there. */
    public Instant time(String field) {
        try {
            return Instant.parse(text(field));
        } catch (DateTimeException noTime) {
            throw wrong(field, "a time in ISO-8601");
        }
    }

    /** A constant of an enum by its name, which must be there. A newer version may have written a name that is unknown here. */
    public <E extends Enum<E>> E oneOf(Class<E> type, String field) {
        String text = text(field);
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equals(text))
                .findFirst()
                .orElseThrow(() -> wrong(field, "one of the names known here"));
    }

    /** An object that must be there. */
    public JsonFields object(String field) {
        return of(name + "." + field, fields.get(field));
    }

    /** An array of objects; empty if there is none. */
    public List<JsonFields> objects(String field) {
        List<JsonFields> objects = new ArrayList<>();
        for (Object element : array(field)) {
            objects.add(of(name + "." + field + "[" + objects.size() + "]", element));
        }
        return objects;
    }

    /** What {@code read} makes of each object of an array; empty if there is none. */
    public <T> List<T> objects(String field, Function<JsonFields, T> read) {
        return objects(field).stream().map(read).toList();
    }

    /** An array of numbers, 0 or more each; empty if there is none. */
    public List<Long> numbers(String field) {
        return elements(field, Long.class, number -> number >= 0, "integers of 0 or more");
    }

    /** An array of texts; empty if there is none. */
    public List<String> texts(String field) {
        return elements(field, String.class, text -> true, "strings");
    }

    private <T> List<T> elements(String field, Class<T> type, Predicate<T> isRight, String wanted) {
        List<?> array = array(field);
        if (!array.stream().allMatch(each -> type.isInstance(each) && isRight.test(type.cast(each)))) {
            throw wrong(field, "an array of " + wanted);
        }
        return array.stream().map(type::cast).toList();
    }

    private List<?> array(String field) {
        Object value = fields.get(field);
        if (value == null) {
            return List.of();
        }
        if (value instanceof List<?> list) {
            return list;
        }
        throw wrong(field, "an array");
    }

    private JsonFormatException wrong(String field, String wanted) {
        return new JsonFormatException(name + "." + field + " must be " + wanted);
    }

    /** A JSON document that is not what was written: damaged, or of a newer format. The message names the field, never its content. */
    public static final class JsonFormatException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        /** A problem, described without any of the content. */
        public JsonFormatException(String problem) {
            super(problem);
        }
    }
}
