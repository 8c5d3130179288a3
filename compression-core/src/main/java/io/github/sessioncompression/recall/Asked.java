package io.github.sessioncompression.recall;

import java.util.Objects;

/**
 * A user's message that something may come back for.
 *
 * @param sequence its place in the transcript: what comes back stands before it
 * @param question what it says
 * @param before what the assistant said before it; empty if nothing
 * @param shown which messages the context shows in full
 * @param excerptChars how long an excerpt is at most, in UTF-16 units
 */
public record Asked(long sequence, String question, String before, Searched shown, int excerptChars) {
    /** Checks that nothing is {@code null}. */
    public Asked {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(shown, "shown");
    }
}
