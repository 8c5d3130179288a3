package io.github.sessioncompression.survival;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.HashMap;
import java.util.Map;

/**
 * What the sentences of messages are, remembered: a compression reads its messages to write a state and once more to check it.
 *
 * <p>Not thread-safe; lives for one compression.
 */
public final class Readings {
    /** The longest text of a tool's result whose values are read, in characters. */
    static final int LONGEST_RESULT = 2_000;

    private final Map<Key, TextReading> known = new HashMap<>();

    private record Key(String text, LanguageProfile profile) {}

    /**
     * What the sentences of a person's message are.
     *
     * @param profile its language
     */
    public TextReading of(String text, LanguageProfile profile) {
        return known.computeIfAbsent(new Key(text, profile), unknown -> new TextReading(text, profile));
    }
}
