package io.github.sessioncompression.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Knows texts that say the same over and over, as small models do until they are cut off.
 *
 * <p>Linear in the text, but for a factor that does not grow with it.
 */
final class Loop {
    /** The longest that a model goes round in, in characters. */
    private static final int LONGEST = 400;
    /** So often the same is said at the end. */
    private static final int ROUNDS = 3;
    /** And at least for so many characters. */
    private static final int LEAST = 48;
    /** A shorter part of a text may stand in it again with reason. */
    private static final int SHORTEST_PART = 5;

    private static final String ENDS = ".!?。！？\n";

    private Loop() {}

    /** Whether a text ends in the same words at least {@value #ROUNDS} times, the last time perhaps not to the end. */
    static boolean endsIn(String text) {
        for (int length = 1; length <= LONGEST; length++) {
            int same = Math.max((ROUNDS - 1) * length, LEAST);
            if (same + length <= text.length() && comesBack(text, length, same)) {
                return true;
            }
        }
        return false;
    }

    private static boolean comesBack(String text, int length, int same) {
        for (int i = text.length() - 1; i >= text.length() - same; i--) {
            if (text.charAt(i) != text.charAt(i - length)) {
                return false;
            }
        }
        return true;
    }

    /** A text with sentences that it says {@value #ROUNDS} times or more said once; the text itself if there are none. */
    static String once(String text) {
        List<String> parts = parts(text);
        if (parts.size() < ROUNDS) {
            return text;
        }
        Map<String, Integer> times = new HashMap<>();
        for (String part : parts) {
            times.merge(part.strip(), 1, Integer::sum);
        }
        Set<String> said = new HashSet<>();
        StringBuilder out = new StringBuilder(text.length());
        for (String part : parts) {
            String plain = part.strip();
            boolean repeated = plain.length() >= SHORTEST_PART && times.getOrDefault(plain, 0) >= ROUNDS;
            if (!repeated || said.add(plain)) {
                out.append(part);
            }
        }
        return out.length() == text.length() ? text : out.toString().strip();
    }

    private static List<String> parts(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i + 1 < text.length(); i++) {
            boolean end = ENDS.indexOf(text.charAt(i)) >= 0;
            if (end && (text.charAt(i) > 0x7f || Character.isWhitespace(text.charAt(i + 1)))) {
                parts.add(text.substring(start, i + 1));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }
}
