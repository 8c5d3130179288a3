package io.github.sessioncompression.recall;

import java.util.Locale;
import java.util.Optional;

/** How much of a segment is told, the most first: each level has at most as many tokens as the one before. */
public enum Level {
    /** All messages word for word. */
    FULL(0),
    /** What matters in them: about a third, 600 tokens at most. */
    DETAILED(1),
    /** The most of that in a few lines: about a tenth, 120 tokens at most. */
    BRIEF(2),
    /** The words and values by which it is found again, 8 at most. */
    TAGS(3);

    private final int number;

    Level(int number) {
        this.number = number;
    }

    /** 0 for all messages, 3 for the tags: what a marker says. */
    public int number() {
        return number;
    }

    /** The level that tells more; {@link #FULL} itself for {@link #FULL}. */
    public Level finer() {
        return switch (this) {
            case FULL, DETAILED -> FULL;
            case BRIEF -> DETAILED;
            case TAGS -> BRIEF;
        };
    }

    /** The level of that name, in whatever case; empty if there is none. */
    public static Optional<Level> named(String name) {
        for (Level level : values()) {
            if (level.name().equals(name.strip().toUpperCase(Locale.ROOT))) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}
