package io.github.sessioncompression.token;

/** Checks numbers against their ranges. */
final class Ranges {
    private Ranges() {}

    static double within(String name, double value, double min, double max) {
        if (value >= min && value <= max) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be " + min + " to " + max + ", but was " + value);
    }

    static int within(String name, int value, int min, int max) {
        if (value >= min && value <= max) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be " + min + " to " + max + ", but was " + value);
    }

    static long notNegative(String name, long value) {
        if (value >= 0) {
            return value;
        }
        throw new IllegalArgumentException(name + " must be 0 or more, but was " + value);
    }
}
