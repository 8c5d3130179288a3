package io.github.sessioncompression.policy;

/** Checks numbers against their range. */
final class Bounds {
    private Bounds() {}

    static int check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be " + min + " to " + max + ", but was " + value);
        }
        return value;
    }

    static double checkRatio(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be above 0 and up to 1, but was " + value);
        }
        return value;
    }
}
