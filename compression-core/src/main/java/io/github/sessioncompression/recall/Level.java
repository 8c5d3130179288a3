package io.github.sessioncompression.recall;

import java.util.Locale;
import java.util.Optional;

/** The length at which a segment is shown; each level has at most as many tokens as the one before. */
public enum Level {
    /** All messages word for word. */
    FULL(0),
    /** An extract or summary: about a third, 600 tokens at most. */
    DETAILED(1),
    /** A few lines: about a tenth, 120 tokens at most. */
    BRIEF(2),
    /** Words and values by which the segment is found again, 8 at most. */
    TAGS(3);

    private final int number;

    Level(int number) {
        this.number = number;
    }

    /** The number in a marker, from 0 for all messages to 3 for tags. */
    public int number() {
        return number;
    }

    /** The next longer level; {@link #FULL} itself for {@link #FULL}. */
    public Level finer() {
        return switch (this) {
            case FULL, DETAILED -> FULL;
            case BRIEF -> DETAILED;
            case TAGS -> BRIEF;
        };
    }

    /** The level of that name, in any case; empty if there is none. */
    public static Optional<Level> named(String name) {
        for (Level level : values()) {
            if (level.name().equals(name.strip().toUpperCase(Locale.ROOT))) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}
