package io.github.sessioncompression.spring.ai;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AbstractMessage;
import org.springframework.ai.chat.messages.MessageType;

/**
 * A message's metadata as values for JSON.
 *
 * <p>Bytes, such as the signature of a thought, are an object with the one key {@value #BYTES}; a key that starts as that does is
 * written with one more {@code $}. Constants of an enum are kept by name, and times, durations, UUIDs and URIs as text, so they come back as
 * texts. An entry is kept as a whole or not at all. Serves one message.
 */
final class MetadataJson {
    /** Limit for one message's metadata, in UTF-16 units. */
    static final int MAX_TEXT = 1024 * 1024;

    /** Most values of one message's metadata, those in lists and maps included. */
    static final int MAX_VALUES = 10_000;

    static final int MAX_DEPTH = 32;

    /** The longest key: JSON is not read with keys much longer. */
    private static final int MAX_KEY = 10_000;

    /** Longest number beyond {@code long} and {@code double}, in bits: JSON is not read with numbers much longer. */
    private static final int MAX_BITS = 1024;

    private static final String BYTES = "$bytes";

    private int text = MAX_TEXT;
    private int values = MAX_VALUES;

    private MetadataJson() {}

    /** That something can't be kept. */
    private static final class NotKept extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Class<?> type;

        NotKept(Object value, String reason) {
            super(reason, null, false, false);
            this.type = value.getClass();
        }
    }

    /**
     * The entries that can be kept, in order; the message's type is known without.
     *
     * @param isTheFrameworks true for metadata that a provider's client has made, not the application
     */
    static Map<String, @Nullable Object> write(Map<String, ?> metadata, boolean isTheFrameworks, LeftOut leftOut) {
        MetadataJson budget = new MetadataJson();
        Map<String, @Nullable Object> written = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : metadata.entrySet()) {
            if (AbstractMessage.MESSAGE_TYPE.equals(entry.getKey()) && entry.getValue() instanceof MessageType) {
                continue;
            }
            int before = budget.text;
            try {
                String key = budget.key(entry.getKey(), metadata);
                written.put(key, budget.value(entry.getValue(), 1));
            } catch (NotKept e) {
                budget.text = before;
                leftOut.tell(e.type, String.valueOf(e.getMessage()), isTheFrameworks);
            }
        }
        return written;
    }

    private String key(@Nullable Object key, Map<?, ?> map) throws NotKept {
        if (!(key instanceof String name)) {
            throw new NotKept(key == null ? map : key, "a key of metadata is no text");
        }
        if (name.length() > MAX_KEY) {
            throw new NotKept(name, "a key of metadata is longer than " + MAX_KEY);
        }
        take(name, name.length());
        return name.startsWith("$") ? "$" + name : name;
    }

    private void take(Object value, int length) throws NotKept {
        if (length > text) {
            throw new NotKept(value, "a message's metadata are longer than " + MAX_TEXT);
        }
        text -= length;
    }

    private @Nullable Object value(@Nullable Object value, int depth) throws NotKept {
        if (value == null) {
            return null;
        }
        if (depth > MAX_DEPTH) {
            throw new NotKept(value, "metadata are nested deeper than " + MAX_DEPTH);
        }
        if (--values < 0) {
            throw new NotKept(value, "a message's metadata are more than " + MAX_VALUES);
        }
        String asText = text(value);
        if (asText != null) {
            take(value, asText.length());
            return asText;
        } else if (value instanceof Boolean || (value instanceof Number number && isKept(number))) {
            return value;
        } else if (value instanceof byte[] bytes) {
            take(bytes, bytes.length);
            return Map.of(BYTES, Base64.getEncoder().encodeToString(bytes));
        } else if (value instanceof List<?> items) {
            List<@Nullable Object> written = new ArrayList<>();
            for (Object item : items) {
                written.add(value(item, depth + 1));
            }
            return written;
        } else if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> written = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                written.put(key(entry.getKey(), map), value(entry.getValue(), depth + 1));
            }
            return written;
        }
        throw new NotKept(value, "such metadata have no JSON");
    }

    /** A text, or a value that has one exact text; {@code null} for all others. */
    private static @Nullable String text(Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        boolean hasText = value instanceof CharSequence
                || value instanceof Character
                || value instanceof TemporalAccessor
                || value instanceof TemporalAmount
                || value instanceof UUID
                || value instanceof URI;
        return hasText ? value.toString() : null;
    }

    private static boolean isKept(Number number) {
        if (number instanceof Double || number instanceof Float) {
            return Double.isFinite(number.doubleValue());
        } else if (number instanceof BigInteger integer) {
            return integer.bitLength() <= MAX_BITS;
        } else if (number instanceof BigDecimal decimal) {
            return decimal.unscaledValue().bitLength() <= MAX_BITS && Math.abs((long) decimal.scale()) <= MAX_BITS;
        }
        return number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte;
    }

    /** The metadata that were written; {@link IllegalArgumentException} if they are damaged. */
    static Map<String, Object> read(@Nullable Object kept) {
        return kept == null ? Map.of() : members(as(Map.class, kept));
    }

    @SuppressWarnings("NullAway") // The framework's maps hold nulls.
    private static Map<String, Object> members(Map<?, ?> json) {
        Map<String, Object> read = new LinkedHashMap<>();
        for (Map.Entry<?, ?> member : json.entrySet()) {
            String key = as(String.class, member.getKey());
            if (key.startsWith("$") && !key.startsWith("$$")) {
                throw new IllegalArgumentException("a key is damaged");
            }
            read.put(key.startsWith("$") ? key.substring(1) : key, value(member.getValue()));
        }
        return read;
    }

    private static @Nullable Object value(@Nullable Object json) {
        if (json instanceof Long number && number == number.intValue()) {
            return number.intValue();
        } else if (json instanceof List<?> items) {
            List<@Nullable Object> read = new ArrayList<>();
            for (Object item : items) {
                read.add(value(item));
            }
            return read;
        } else if (json instanceof Map<?, ?> map) {
            return map.size() == 1 && map.containsKey(BYTES)
                    ? Base64.getDecoder().decode(as(String.class, map.get(BYTES)))
                    : members(map);
        }
        return json;
    }

    /** A value that must be of a type; {@link IllegalArgumentException} if it is of another. */
    static <T> T as(Class<T> type, @Nullable Object value) {
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException("a field must be a " + type.getSimpleName());
        }
        return type.cast(value);
    }
}
