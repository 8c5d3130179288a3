package io.github.sessioncompression.option;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Kind of the values of an option: their range, and their text form in properties.
 *
 * <p>Immutable. {@code read} and {@code write} are inverse for values that have a text; {@code keep} checks the range,
 * for values from text and from code alike.
 *
 * @see OptionSet
 * @see OptionTexts
 *
 * @param javaType the type of a value
 * @param allowed what a text may be, to follow "must be"
 * @param values all texts that are values, if those are few; else empty
 * @param read reads a stripped text; throws {@link IllegalArgumentException} if it is not written that way
 * @param write the opposite; {@code null} for a value without a text
 * @param keep for the option's name and a value: the value to keep; throws {@link IllegalArgumentException} if it is out of range
 */
public record ValueType<T>(
        Class<?> javaType,
        String allowed,
        List<String> values,
        Function<String, T> read,
        Function<T, @Nullable String> write,
        BiFunction<String, T, T> keep) {
    /** A whole number: {@code -12}. */
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,10}");
    /** A number, perhaps with decimals, but no exponent: {@code 0.70}. */
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,10}(\\.[0-9]{1,30})?");
    /** A duration: {@code 250ms}, {@code 30s}, {@code 5m}, {@code 1h}. */
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,12})(ms|s|m|h)");

    /** Keeps a copy of the texts. */
    public ValueType {
        values = List.copyOf(values);
    }

    /** A whole number from {@code min} to {@code max}. */
    public static ValueType<Integer> integer(int min, int max) {
        return integer(
                "a whole number from " + min + " to " + max,
                (name, value) -> Bounds.within(name, value.intValue(), min, max));
    }

    /** A whole number from {@code min} to {@code max}, or 0, which means {@code zero}. */
    public static ValueType<Integer> integerOrZero(String zero, int min, int max) {
        return integer(
                "0 (" + zero + "), or a whole number from " + min + " to " + max,
                (name, value) -> Bounds.zeroOrWithin(name, value, zero, min, max));
    }

    private static ValueType<Integer> integer(String allowed, BiFunction<String, Integer, Integer> keep) {
        return new ValueType<>(
                Integer.class,
                allowed,
                List.of(),
                text -> Integer.valueOf(matching(INTEGER, text)),
                String::valueOf,
                keep);
    }

    /** A number from {@code min} to {@code max}. */
    public static ValueType<Double> decimal(double min, double max) {
        return new ValueType<>(
                Double.class,
                "a number from " + plain(min) + " to " + plain(max),
                List.of(),
                text -> Double.valueOf(matching(DECIMAL, text)),
                value -> BigDecimal.valueOf(value).toPlainString(),
                (name, value) -> Bounds.within(name, value.doubleValue(), min, max));
    }

    /** A number as people write it: {@code 0.5}, never {@code 5.0E-1}. */
    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    /** A share of a whole: above 0 and up to 1. */
    public static ValueType<Double> ratio() {
        return new ValueType<>(
                Double.class,
                "a ratio above 0 and up to 1, such as 0.70",
                List.of(),
                text -> Double.valueOf(matching(DECIMAL, text)),
                value -> {
                    BigDecimal exact = BigDecimal.valueOf(value);
                    return exact.setScale(Math.max(2, exact.scale())).toPlainString();
                },
                Bounds::ratio);
    }

    /** A switch. */
    public static ValueType<Boolean> bool() {
        return new ValueType<>(
                Boolean.class,
                "true or false",
                List.of("true", "false"),
                text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw misspelt(text);
                },
                String::valueOf,
                (name, value) -> value);
    }

    /** A duration from {@code min} to {@code max}. */
    public static ValueType<Duration> duration(Duration min, Duration max) {
        return new ValueType<>(
                Duration.class,
                "a duration from " + written(min) + " to " + written(max) + ", its unit ms, s, m or h",
                List.of(),
                ValueType::duration,
                ValueType::written,
                (name, value) -> Bounds.within(name, value, min, max));
    }

    /** A text of up to {@code maxCharacters} UTF-16 units that is not blank; kept without white space around it. */
    public static ValueType<String> text(String allowed, int maxCharacters) {
        return new ValueType<>(
                String.class,
                allowed + ", up to " + maxCharacters + " characters",
                List.of(),
                text -> text,
                text -> text,
                (name, value) -> Bounds.text(name, value, maxCharacters).strip());
    }

    /** A constant of an enum. */
    public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        return named(type, List.of(type.getEnumConstants()), ValueType::written);
    }

    /** A set of constants of an enum, kept in their order and unmodifiable. */
    public static <E extends Enum<E>> ValueType<Set<E>> setOf(Class<E> type) {
        List<E> constants = List.of(type.getEnumConstants());
        List<String> names = constants.stream().map(ValueType::written).toList();
        String allowed = "none, or any of " + String.join(", ", names) + ", separated by commas";
        return new ValueType<>(
                Set.class,
                allowed,
                names,
                text -> constants(type, constants, text),
                ValueType::written,
                (name, value) -> {
                    Set<E> ordered = EnumSet.noneOf(type);
                    ordered.addAll(value);
                    return Collections.unmodifiableSet(ordered);
                });
    }

    /** One of some values, read by its name in lower case with hyphens; other values may be set in code and have no text. */
    public static <T> ValueType<T> named(Class<T> type, List<T> values, Function<T, String> name) {
        List<String> names = values.stream().map(name).toList();
        return new ValueType<>(
                type,
                "one of " + String.join(", ", names),
                names,
                text -> named(values, name, text),
                value -> values.contains(value) ? name.apply(value) : null,
                (option, value) -> value);
    }

    /** A value that is set in code alone, such as a listener: it has no text, and no property can set it. */
    public static <T> ValueType<T> inCode(BiFunction<String, T, T> keep) {
        return new ValueType<>(
                Object.class,
                "",
                List.of(),
                text -> {
                    throw misspelt(text);
                },
                value -> null,
                keep);
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

    /** A duration in the largest unit that has no remainder; one minute is {@code 60s}. */
    private static String written(Duration value) {
        long millis = value.toMillis();
        if (millis % 60_000 == 0 && millis > 60_000) {
            return millis % 3_600_000 == 0 ? millis / 3_600_000 + "h" : millis / 60_000 + "m";
        }
        return millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms";
    }

    private static <T> T named(List<T> values, Function<T, String> name, String text) {
        String plain = text.toLowerCase(Locale.ROOT).replace('_', '-');
        return values.stream()
                .filter(value -> name.apply(value).equals(plain))
                .findFirst()
                .orElseThrow(() -> misspelt(text));
    }

    private static <E extends Enum<E>> Set<E> constants(Class<E> type, List<E> constants, String text) {
        Set<E> found = EnumSet.noneOf(type);
        if (!text.equalsIgnoreCase("none")) {
            for (String part : text.split(",", -1)) {
                found.add(named(constants, ValueType::written, part.strip()));
            }
        }
        return found;
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
