package io.github.sessioncompression.settings;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A property that exists under frameworks with a container only: reading, metadata and documentation all follow it.
 *
 * @param knob how it is described
 * @param defaultValue the value if nothing is set
 * @param read reads a stripped text; throws {@link IllegalArgumentException} if it is not as {@link Knob#allowed()} says
 * @param isSecret true if no message may contain the value
 * @param <T> the type of its value
 */
public record Setting<T>(Knob knob, T defaultValue, Function<String, T> read, boolean isSecret) {
    private static final int MAX_TEXT = 256;

    /** True or false. */
    static Setting<Boolean> bool(String key, boolean defaultValue, String description) {
        return of(key, ValueType.bool(), defaultValue, description);
    }

    /** One of the constants of an enum, written as {@code some-constant}. */
    static <E extends Enum<E>> Setting<E> oneOf(String key, E defaultValue, String description) {
        return of(key, ValueType.oneOf(defaultValue.getDeclaringClass()), defaultValue, description);
    }

    private static <T> Setting<T> of(String key, ValueType<T> type, T defaultValue, String description) {
        String written = Objects.requireNonNull(type.write().apply(defaultValue));
        Knob knob = knob(key, type.javaType(), written, type.allowed(), type.values(), description);
        return new Setting<>(
                knob,
                defaultValue,
                text -> type.keep().apply(knob.key(), type.read().apply(text)),
                false);
    }

    /**
     * A text of 1 to 256 characters; empty if nothing is set.
     *
     * @param allowed what it may be, to follow "must be"
     * @param values words with a meaning of their own, as hints; others are allowed too
     */
    static Setting<String> text(String key, String allowed, List<String> values, String description) {
        return new Setting<>(knob(key, String.class, "", allowed, values, description), "", Setting::checked, false);
    }

    /** A text of {@code min} to 256 characters that no message contains; empty if nothing is set. */
    static Setting<String> secret(String key, int min, String description) {
        String allowed = min + " to " + MAX_TEXT + " characters";
        Function<String, String> read = text -> {
            required(text.length() >= min, key);
            return checked(text);
        };
        return new Setting<>(knob(key, String.class, "", allowed, List.of(), description), "", read, true);
    }

    /** A time of a second or more; {@link Duration#ZERO} if nothing is set. */
    static Setting<Duration> duration(String key, String description) {
        String allowed = "a duration of a second or more, such as 12h or 30d";
        Function<String, Duration> read = text -> {
            required(!text.chars().allMatch(Character::isDigit), text);
            Duration time = Durations.parse(text);
            required(time.toSeconds() > 0, text);
            return time;
        };
        return new Setting<>(
                knob(key, Duration.class, "", allowed, List.of(), description), Duration.ZERO, read, false);
    }

    private static Knob knob(
            String key, Class<?> type, String written, String allowed, List<String> values, String description) {
        return new Knob(CompressionPolicy.PREFIX + key, type, written, allowed, values, description);
    }

    /** A text of permitted length. */
    private static String checked(String text) {
        required(!text.isEmpty() && text.length() <= MAX_TEXT, text);
        return text;
    }

    private static void required(boolean allowed, String text) {
        if (!allowed) {
            throw new IllegalArgumentException("'" + text + "' is not allowed");
        }
    }
}
