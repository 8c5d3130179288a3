package io.github.sessioncompression.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * JSON in and out, as plain Java values.
 *
 * <ul>
 *   <li>An object is a {@link Map} in the order of the text; of a key that occurs twice, it has the last value.
 *   <li>An array is a {@link java.util.List}, a text a {@link String}.
 *   <li>An integer is a {@link Long}, or a {@link java.math.BigInteger} if it does not fit.
 *   <li>Any other number is a {@link Double}, or a {@link java.math.BigDecimal} if it is beyond the range of one.
 *   <li>Then there are {@link Boolean} and {@code null}.
 * </ul>
 *
 * <p>Plain values instead of classes: documents of models and tools have any shape, and stored ones must be readable although
 * a newer version has added fields.
 *
 * <p>Limits, because texts come from strangers: nesting {@value #MAX_DEPTH}, one string {@value #MAX_STRING_LENGTH}
 * UTF-16 units, one number 1,000 digits, one key 50,000 units. What is written depends on the value alone, not on the
 * Java version.
 *
 * <p><em>Threads</em>: safe for use by many. <em>On failure</em>: each method documents its exceptions; none repeats the text.
 *
 * <pre>{@code
 * Map<String, @Nullable Object> state = Json.parseObject("{\"logos\":[\"Budget 40 EUR\"]}");
 * String text = Json.write(state);
 * }</pre>
 *
 * @see JsonFields
 */
public final class Json {
    /** The deepest nesting of objects and arrays that is read or written. */
    public static final int MAX_DEPTH = JsonSink.MAX_DEPTH;

    /** The longest string that is read, in UTF-16 units: room for an image of 48 MB in base64. */
    public static final int MAX_STRING_LENGTH = 64 * 1024 * 1024;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_STRING_LENGTH)
                    .build())
            // Keys are shared per text, but neither interned nor refused because a stranger made their hashes collide.
            .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
            .configure(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW, false)
            // Double.toString differs between Java 17 and 19; this writer does not.
            .configure(StreamWriteFeature.USE_FAST_DOUBLE_WRITER, true)
            .build();

    private Json() {}

    /**
     * Reads one value.
     *
     * @throws JsonSyntaxException if {@code text} is not exactly one JSON value, or exceeds a limit
     */
    public static @Nullable Object parse(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonSource(parser).onlyValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads one object.
     *
     * @throws JsonSyntaxException if {@code text} is not exactly one JSON object, or exceeds a limit
     */
    public static Map<String, @Nullable Object> parseObject(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonSource(parser).onlyObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The members of each object in a text, in the order in which the objects begin, up to the first syntax error.
     *
     * <p>For results of tools, which are often cut off: what is before the cut is read. Throws nothing for a text that is no JSON;
     * the list is empty then.
     */
    public static List<List<JsonMember>> objects(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonSource(parser).objects();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The JSON of a value: compact, keys in the order of their map.
     *
     * @param value what {@link #parse} gives; any {@link Iterable}, {@link CharSequence} or boxed number is fine too
     * @throws IllegalArgumentException if there is a value of another type, a key that is not a string, a number that is not
     *     finite, or nesting deeper than {@value #MAX_DEPTH} (so also if the value contains itself)
     */
    public static String write(@Nullable Object value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            JsonSink.write(value, generator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * The JSON of a value as {@link #write(Object)} has it, but with halves of surrogate pairs escaped: no encoding can hold them, so
     * this is the form for all stored JSON.
     */
    public static String writeEscaped(@Nullable Object value) {
        return replacingLoneSurrogates(write(value), c -> "\\u" + Integer.toHexString(c));
    }

    /** The text with U+FFFD for each half of a surrogate pair, so that any encoding can hold it; the same instance if there is none. */
    public static String wellFormed(String text) {
        return replacingLoneSurrogates(text, c -> "\uFFFD");
    }

    /** One pass; nothing is copied up to the first half, as hardly any text has one. */
    private static String replacingLoneSurrogates(String text, IntFunction<String> replacement) {
        StringBuilder replaced = null;
        int copied = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
                continue;
            }
            replaced = replaced == null ? new StringBuilder(text.length() + 16) : replaced;
            replaced.append(text, copied, i).append(replacement.apply(c));
            copied = i + 1;
        }
        return replaced == null
                ? text
                : replaced.append(text, copied, text.length()).toString();
    }
}
