package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Letters;
import java.util.HashSet;
import java.util.Set;

/**
 * Remembers what found text says, to know its rules, decisions, preferences and orders again where a model repeats them.
 *
 * <p>Known is the sentence in its own words, whatever stands in front of it. Not thread-safe; lives for one reading.
 */
public final class FoundSaid {
    private static final int MOST = 1_000;
    private static final int LONGEST = 400;
    private static final int SHORTEST = 8;

    private final Set<String> said = new HashSet<>();

    /** Remembers a sentence of found text, in whatever language it is. */
    public void hear(String sentence) {
        String key = said.size() < MOST && sentence.length() <= LONGEST ? key(sentence) : "";
        if (key.length() >= SHORTEST) {
            said.add(key);
        }
    }

    /** Whether nothing is remembered. */
    public boolean isEmpty() {
        return said.isEmpty();
    }

    /** Whether a sentence by which somebody would decide, rule or order something is one of those, or ends with one behind a colon. */
    public boolean holds(Statement statement) {
        boolean rules = !said.isEmpty()
                && (statement.types(true, false).stream().anyMatch(AnchorType::isRule) || statement.orders());
        return rules && holds(statement.text());
    }

    private boolean holds(String sentence) {
        if (sentence.length() > 2 * LONGEST) {
            return false;
        }
        int colon = Math.max(sentence.indexOf(": "), sentence.indexOf('：'));
        return said.contains(key(sentence)) || (colon > 0 && said.contains(key(sentence.substring(colon + 1))));
    }

    private static String key(String sentence) {
        StringBuilder key = new StringBuilder(sentence.length());
        sentence.codePoints()
                .filter(Character::isLetterOrDigit)
                .forEach(c -> key.appendCodePoint(Character.toLowerCase(c)));
        return Letters.any(key.toString(), Character::isLetter) ? key.toString() : "";
    }
}
