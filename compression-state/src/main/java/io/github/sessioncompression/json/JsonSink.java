package io.github.sessioncompression.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes plain Java values.
 *
 * <p>Types are named one by one, so that nothing is written which {@link JsonSource} would read as something else.
 *
 * <p><em>Threads</em>: no state of its own; as safe as the generator. <em>On failure</em>: {@link IllegalArgumentException} names the
 * type, never the value.
 *
 * @see Json#write
 */
final class JsonSink {
    /** Each level is a call of this class, so the limit also keeps the stack small. A value that contains itself ends here. */
    static final int MAX_DEPTH = 200;

    private JsonSink() {}

    static void write(@Nullable Object value, JsonGenerator to) throws IOException {
        write(value, to, 0);
    }

    private static void write(@Nullable Object value, JsonGenerator to, int depth) throws IOException {
        if (value == null) {
            to.writeNull();
        } else if (value instanceof CharSequence text) {
            to.writeString(text.toString());
        } else if (value instanceof Boolean flag) {
            to.writeBoolean(flag);
        } else if (value instanceof Number number) {
            writeNumber(number, to);
        } else if (value instanceof Map<?, ?> members) {
            writeObject(members, to, deeper(depth));
        } else if (value instanceof Iterable<?> items) {
            writeArray(items, to, deeper(depth));
        } else {
            throw new IllegalArgumentException(
                    "a JSON value must be a map, list, text, number, boolean or null, but was a "
                            + value.getClass().getName());
        }
    }

    private static void writeObject(Map<?, ?> members, JsonGenerator to, int depth) throws IOException {
        to.writeStartObject();
        for (Map.Entry<?, ?> member : members.entrySet()) {
            if (!(member.getKey() instanceof String key)) {
                throw new IllegalArgumentException("a JSON key must be a string");
            }
            to.writeFieldName(key);
            write(member.getValue(), to, depth);
        }
        to.writeEndObject();
    }

    private static void writeArray(Iterable<?> items, JsonGenerator to, int depth) throws IOException {
        to.writeStartArray();
        for (Object item : items) {
            write(item, to, depth);
        }
        to.writeEndArray();
    }

    /** Other numbers, such as an {@code AtomicLong}, are refused: they may change while they are written. */
    private static void writeNumber(Number number, JsonGenerator to) throws IOException {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            to.writeNumber(number.longValue());
        } else if (number instanceof BigInteger big) {
            to.writeNumber(big);
        } else if (number instanceof BigDecimal big) {
            to.writeNumber(big);
        } else if ((number instanceof Double || number instanceof Float) && Double.isFinite(number.doubleValue())) {
            to.writeNumber(number.doubleValue());
        } else {
            throw new IllegalArgumentException("a JSON number must be finite and of a type of the JDK, but was a "
                    + number.getClass().getName());
        }
    }

    private static int deeper(int depth) {
        if (depth == MAX_DEPTH) {
            throw new IllegalArgumentException("a JSON value must be nested at most " + MAX_DEPTH + " deep");
        }
        return depth + 1;
    }
}
