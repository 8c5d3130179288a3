package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Knob;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.springframework.boot.convert.DurationStyle;

/**
 * A property that exists under Spring Boot only: what it is for, its default, and how it is read.
 *
 * <p>Stated once; reading, metadata and documentation all follow it. Those of a module are listed by its
 * {@link SettingSource}.
 *
 * @param knob how it is described
 * @param defaultValue the value where nothing is set
 * @param read reads a stripped text; throws {@link IllegalArgumentException} if it is not as {@link Knob#allowed()} says
 * @param <T> the type of its value
 */
public record Setting<T>(Knob knob, T defaultValue, Function<String, T> read) {
    private static final int MAX_TEXT = 256;

    /**
     * A switch.
     *
     * @param key the key without {@value CompressionPolicy#PREFIX}
     * @param defaultValue the value where nothing is set
     * @param description what it does
     */
    public static Setting<Boolean> bool(String key, boolean defaultValue, String description) {
        List<String> values = List.of("true", "false");
        Knob knob = new Knob(
                CompressionPolicy.PREFIX + key,
                Boolean.class,
                String.valueOf(defaultValue),
                "true or false",
                values,
                description);
        return new Setting<>(knob, defaultValue, text -> Boolean.valueOf(required(values.contains(text), text)));
    }

    /**
     * One of the constants of an enum, written as {@code some-constant}.
     *
     * @param key the key without {@value CompressionPolicy#PREFIX}
     * @param defaultValue the value where nothing is set
     * @param description what it does
     * @param <E> the enum
     */
    public static <E extends Enum<E>> Setting<E> oneOf(String key, E defaultValue, String description) {
        Map<String, E> constants = new LinkedHashMap<>();
        for (E constant : defaultValue.getDeclaringClass().getEnumConstants()) {
            constants.put(written(constant), constant);
        }
        List<String> values = List.copyOf(constants.keySet());
        Knob knob = new Knob(
                CompressionPolicy.PREFIX + key,
                defaultValue.getDeclaringClass(),
                written(defaultValue),
                "one of " + String.join(", ", values),
                values,
                description);
        return new Setting<>(knob, defaultValue, text -> {
            String name = text.toLowerCase(Locale.ROOT).replace('_', '-');
            required(constants.containsKey(name), text);
            return Objects.requireNonNull(constants.get(name));
        });
    }

    /**
     * A text of 1 to 256 characters; empty where nothing is set.
     *
     * @param key the key without {@value CompressionPolicy#PREFIX}
     * @param allowed what it may be, to follow "must be"
     * @param values words with a meaning of their own, as hints; others are allowed too
     * @param description what it does
     */
    public static Setting<String> text(String key, String allowed, List<String> values, String description) {
        Knob knob = new Knob(CompressionPolicy.PREFIX + key, String.class, "", allowed, values, description);
        return new Setting<>(knob, "", text -> required(!text.isEmpty() && text.length() <= MAX_TEXT, text));
    }

    /**
     * Several texts of 1 to 256 characters; none where nothing is set.
     *
     * @param key the key without {@value CompressionPolicy#PREFIX}
     * @param description what they do
     */
    public static Setting<Set<String>> texts(String key, String description) {
        Knob knob = new Knob(
                CompressionPolicy.PREFIX + key,
                Set.class,
                "",
                "texts of 1 to 256 characters, separated by commas",
                List.of(),
                description);
        return new Setting<>(knob, Set.of(), text -> {
            List<String> texts = List.of(text.strip().split("\\s*,\\s*", -1));
            texts.forEach(each -> required(!each.isEmpty() && each.length() <= MAX_TEXT, each));
            return Set.copyOf(texts);
        });
    }

    /**
     * A whole number.
     *
     * @param key the key without {@value CompressionPolicy#PREFIX}
     * @param defaultValue the value where nothing is set
     * @param min the smallest value allowed
     * @param max the largest value allowed
     * @param description what it does
     */
    public static Setting<Integer> number(String key, int defaultValue, int min, int max, String description) {
        Knob knob = new Knob(
                CompressionPolicy.PREFIX + key,
                Integer.class,
                String.valueOf(defaultValue),
                "a whole number from " + min + " to " + max,
                List.of(),
                description);
        return new Setting<>(knob, defaultValue, text -> {
            int number = Integer.parseInt(text);
            required(number >= min && number <= max, text);
            return number;
        });
    }

    /**
     * A time of a second or more; {@link Duration#ZERO} where nothing is set.
     *
     * @param key the key without {@value CompressionPolicy#PREFIX}
     * @param description what it does
     */
    public static Setting<Duration> duration(String key, String description) {
        Knob knob = new Knob(
                CompressionPolicy.PREFIX + key,
                Duration.class,
                "",
                "a duration of a second or more, such as 12h or 30d",
                List.of(),
                description);
        return new Setting<>(knob, Duration.ZERO, text -> {
            required(!text.chars().allMatch(Character::isDigit), text);
            Duration time = DurationStyle.detectAndParse(text);
            required(time.toSeconds() > 0, text);
            return time;
        });
    }

    private static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String required(boolean allowed, String text) {
        if (!allowed) {
            throw new IllegalArgumentException("'" + text + "' is not allowed");
        }
        return text;
    }
}
