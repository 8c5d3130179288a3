package io.github.sessioncompression.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Text form of a kind of values in properties.
 *
 * <p>Only the writing is checked here; ranges are the business of the options that take the value, so that each is stated
 * in one place and holds for code as well.
 *
 * @param javaType the type of a value
 * @param allowed what a value may be, to follow "must be"
 * @param values all texts that are values, where those are few; else empty
 * @param read reads a stripped text; throws {@link IllegalArgumentException} if it is not written that way
 * @param write the opposite
 */
record ValueType<T>(
        Class<?> javaType, String allowed, List<String> values, Function<String, T> read, Function<T, String> write) {
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,10}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,10}(\\.[0-9]{1,30})?");
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,12})(ms|s|m|h)");

    static ValueType<Integer> integer(int min, int max) {
        return integer("a whole number from " + min + " to " + max);
    }

    static ValueType<Integer> integerOrZero(String zero, int min, int max) {
        return integer("0 (" + zero + "), or a whole number from " + min + " to " + max);
    }

    private static ValueType<Integer> integer(String allowed) {
        return new ValueType<>(
                Integer.class, allowed, List.of(), text -> Integer.valueOf(matching(INTEGER, text)), String::valueOf);
    }

    static ValueType<Double> decimal(String min, String max) {
        return new ValueType<>(
                Double.class,
                "a number from " + min + " to " + max,
                List.of(),
                text -> Double.valueOf(matching(DECIMAL, text)),
                value -> BigDecimal.valueOf(value).toPlainString());
    }

    static ValueType<Double> ratio() {
        return new ValueType<>(
                Double.class,
                "a ratio above 0 and up to 1, such as 0.70",
                List.of(),
                text -> Double.valueOf(matching(DECIMAL, text)),
                value -> {
                    BigDecimal exact = BigDecimal.valueOf(value);
                    return exact.setScale(Math.max(2, exact.scale())).toPlainString();
                });
    }

    static ValueType<Boolean> bool() {
        return new ValueType<>(
                Boolean.class,
                "true or false",
                List.of("true", "false"),
                text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw misspelt(text);
                },
                String::valueOf);
    }

    static ValueType<Duration> duration(String min, String max) {
        return new ValueType<>(
                Duration.class,
                "a duration from " + min + " to " + max + ", its unit ms, s, m or h",
                List.of(),
                ValueType::duration,
                ValueType::written);
    }

    static ValueType<String> text(String allowed) {
        return new ValueType<>(String.class, allowed, List.of(), text -> text, text -> text);
    }

    static ValueType<KeepRecent> keepRecent() {
        return new ValueType<>(KeepRecent.class, KeepRecent.ALLOWED, List.of(), KeepRecent::read, KeepRecent::written);
    }

    static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        E[] constants = type.getEnumConstants();
        return new ValueType<>(
                type,
                "one of " + String.join(", ", written(constants)),
                written(constants),
                text -> constant(constants, text),
                ValueType::written);
    }

    static <E extends Enum<E>> ValueType<Set<E>> setOf(Class<E> type) {
        E[] constants = type.getEnumConstants();
        String allowed = "none, or any of " + String.join(", ", written(constants)) + ", separated by commas";
        return new ValueType<>(
                Set.class, allowed, written(constants), text -> constants(type, constants, text), ValueType::written);
    }

    /** A value from a fixed set of named ones that is not an enum; {@code write} may give a name outside the set. */
    static <T> ValueType<T> named(Class<T> type, TreeMap<String, T> values, Function<T, String> write) {
        return new ValueType<>(
                type,
                "one of " + String.join(", ", values.keySet()),
                List.copyOf(values.keySet()),
                text -> {
                    T value = values.get(text.toLowerCase(Locale.ROOT));
                    if (value == null) {
                        throw misspelt(text);
                    }
                    return value;
                },
                write);
    }

    private static String matching(Pattern pattern, String text) {
        if (!pattern.matcher(text).matches()) {
            throw misspelt(text);
        }
        return text;
    }

    private static Duration duration(String text) {
        Matcher amount = AMOUNT.matcher(text);
        if (!amount.matches()) {
            throw misspelt(text);
        }
        long number = Long.parseLong(amount.group(1));
        return switch (amount.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }

    private static String written(Duration value) {
        long millis = value.toMillis();
        if (millis % 60_000 == 0 && millis > 60_000) {
            return millis % 3_600_000 == 0 ? millis / 3_600_000 + "h" : millis / 60_000 + "m";
        }
        return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
    }

    private static <E extends Enum<E>> E constant(E[] constants, String text) {
        for (E constant : constants) {
            if (written(constant).equals(text.toLowerCase(Locale.ROOT).replace('_', '-'))) {
                return constant;
            }
        }
        throw misspelt(text);
    }

    private static <E extends Enum<E>> Set<E> constants(Class<E> type, E[] constants, String text) {
        Set<E> found = EnumSet.noneOf(type);
        if (!text.equalsIgnoreCase("none")) {
            for (String part : text.split(",", -1)) {
                found.add(constant(constants, part.strip()));
            }
        }
        return found;
    }

    private static List<String> written(Enum<?>[] constants) {
        return Arrays.stream(constants).map(ValueType::written).toList();
    }

    private static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> String written(Collection<E> constants) {
        return constants.isEmpty()
                ? "none"
                : constants.stream().map(ValueType::written).collect(Collectors.joining(", "));
    }

    private static IllegalArgumentException misspelt(String text) {
        return new IllegalArgumentException("'" + text + "' is not written that way");
    }
}
