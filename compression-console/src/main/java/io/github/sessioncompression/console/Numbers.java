package io.github.sessioncompression.console;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON of records that hold ids and numbers only. Not for records with anything that was said. */
final class Numbers {
    private Numbers() {}

    /** The components by name; of enums the name in lower case, durations as {@code …Millis}. */
    static Map<String, @Nullable Object> of(Record numbers) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        for (RecordComponent component : numbers.getClass().getRecordComponents()) {
            Object value;
            try {
                value = component.getAccessor().invoke(numbers);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            boolean isDuration = component.getType().equals(Duration.class);
            json.put(component.getName() + (isDuration ? "Millis" : ""), value(value));
        }
        return json;
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof Record nested) {
            return of(nested);
        } else if (value instanceof Enum<?> constant) {
            return name(constant);
        } else if (value instanceof Instant time) {
            return time.toString();
        } else if (value instanceof Duration duration) {
            return duration.toMillis();
        }
        return value instanceof Number || value instanceof Boolean || value instanceof String || value instanceof List
                ? value
                : null;
    }

    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The type in words, such as {@code stage-finished}. */
    static String type(Record record) {
        return record.getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }

    static @Nullable String time(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }
}
