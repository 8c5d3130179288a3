package io.github.sessioncompression.settings;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as settings have them: {@code 500ms}, {@code 12h}, {@code 30d}, {@code PT60S}. A number alone is one of milliseconds. */
final class Durations {
    /** A number and a unit; eighteen digits at most, so that the number fits a long. */
    private static final Pattern SIMPLE = Pattern.compile("([+-]?[0-9]{1,18})([a-zA-Z]{0,2})");

    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "ns", ChronoUnit.NANOS,
            "us", ChronoUnit.MICROS,
            "ms", ChronoUnit.MILLIS,
            "", ChronoUnit.MILLIS,
            "s", ChronoUnit.SECONDS,
            "m", ChronoUnit.MINUTES,
            "h", ChronoUnit.HOURS,
            "d", ChronoUnit.DAYS);

    private Durations() {}

    /**
     * Reads a duration; upper and lower case of the unit are the same.
     *
     * @throws IllegalArgumentException if it is none, or too long
     */
    static Duration parse(String text) {
        Matcher simple = SIMPLE.matcher(text);
        ChronoUnit unit = simple.matches() ? UNITS.get(simple.group(2).toLowerCase(Locale.ROOT)) : null;
        try {
            return unit == null ? Duration.parse(text) : Duration.of(Long.parseLong(simple.group(1)), unit);
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException("'" + text + "' is no duration", e);
        }
    }
}
