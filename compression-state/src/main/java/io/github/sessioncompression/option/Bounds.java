package io.github.sessioncompression.option;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Holds arguments to their ranges. Bounds belong to the range.
 *
 * <p><em>On failure</em>: each method returns the value, or throws an {@link IllegalArgumentException} with the argument's name, its
 * range and its value: {@code retries must be 0 to 10, but was 11}. <em>Threads</em>: no state.
 *
 * @see ValueType
 */
public final class Bounds {
    private Bounds() {}

    /** A whole number from {@code min} to {@code max}. */
    public static int within(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw refused(name, min + " to " + max, value);
        }
        return value;
    }

    /** A number from {@code min} to {@code max}; {@code NaN} is none. */
    public static double within(String name, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw refused(name, min + " to " + max, value);
        }
        return value;
    }

    /**
     * A value from {@code min} to {@code max} of another kind, such as a duration.
     *
     * @throws NullPointerException with the name, if there is none
     */
    public static <T extends Comparable<T>> T within(String name, T value, T min, T max) {
        Objects.requireNonNull(value, name);
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw refused(name, min + " to " + max, value);
        }
        return value;
    }

    /**
     * A whole number from {@code min} to {@code max}, or 0.
     *
     * @param zero the meaning of 0, such as "derived from the window"
     */
    public static int zeroOrWithin(String name, int value, String zero, int min, int max) {
        if (value != 0 && (value < min || value > max)) {
            throw refused(name, "0 (" + zero + ") or " + min + " to " + max, value);
        }
        return value;
    }

    /** A number of 0 or more. */
    public static long notNegative(String name, long value) {
        return atLeast(name, value, 0);
    }

    /** A number of {@code min} or more. */
    public static long atLeast(String name, long value, long min) {
        if (value < min) {
            throw refused(name, min + " or more", value);
        }
        return value;
    }

    /** A copy of what is given, none of which is {@code null}: the error has the place of one that is. */
    public static <T> List<T> all(String name, Collection<? extends T> values) {
        List<T> copy = new ArrayList<>(Objects.requireNonNull(values, name));
        for (int i = 0; i < copy.size(); i++) {
            if (copy.get(i) == null) {
                throw new NullPointerException(name + "[" + i + "]");
            }
        }
        return Collections.unmodifiableList(copy);
    }

    /** A share of a whole: above 0 and up to 1. */
    public static double ratio(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw refused(name, "above 0 and up to 1", value);
        }
        return value;
    }

    /**
     * A text of up to {@code maxCharacters} UTF-16 units that is not blank. It is not quoted, for it may be long, and private.
     *
     * @throws NullPointerException with the name, if there is none
     */
    public static String text(String name, String value, int maxCharacters) {
        Objects.requireNonNull(value, name);
        if (value.isBlank() || value.length() > maxCharacters) {
            throw new IllegalArgumentException(name + " must be 1 to " + maxCharacters
                    + " characters and not blank, but " + (value.isBlank() ? "is blank" : "has " + value.length()));
        }
        return value;
    }

    private static IllegalArgumentException refused(String name, String range, Object value) {
        return new IllegalArgumentException(name + " must be " + range + ", but was " + value);
    }
}
