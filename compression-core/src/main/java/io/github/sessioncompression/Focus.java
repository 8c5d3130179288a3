package io.github.sessioncompression;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The matter that a compression keeps before all else, in the application's or the user's words.
 *
 * @param text the hint, up to {@value #MAX_CHARACTERS} characters; {@code null} for none
 */
public record Focus(@Nullable String text) {
    /** The longest hint, in characters. */
    public static final int MAX_CHARACTERS = 2_000;

    private static final Focus NONE = new Focus(null);

    /** Checks the length. */
    public Focus {
        if (text != null && (text.isBlank() || text.length() > MAX_CHARACTERS)) {
            throw new IllegalArgumentException(
                    "focus must be 1 to " + MAX_CHARACTERS + " characters, but was " + text.length());
        }
    }

    /** No hint: everything matters as usual. */
    public static Focus none() {
        return NONE;
    }

    /** Keep what has to do with {@code text}. */
    public static Focus on(String text) {
        return new Focus(Objects.requireNonNull(text, "text"));
    }
}
