package io.github.sessioncompression.recall;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What a passage is known by again: the message that it is of.
 *
 * @param sequence the message's sequence number, 1 or more
 * @param print the message's {@link PassageNames#print}
 */
record PassageLabel(long sequence, long print) {
    private static final int MAX_CHARS = 40;
    private static final int PRINT_CHARS = 16;

    /** As it is written into a store. */
    String written() {
        return sequence + ":" + HexFormat.of().toHexDigits(print);
    }

    /** Read again; {@code null} if it is none. */
    static @Nullable PassageLabel of(String written) {
        int colon = written.length() > MAX_CHARS ? -1 : written.indexOf(':');
        if (colon < 1 || written.length() - colon - 1 != PRINT_CHARS) {
            return null;
        }
        try {
            long sequence = Long.parseLong(written.substring(0, colon));
            long print = HexFormat.fromHexDigitsToLong(written, colon + 1, written.length());
            return sequence < 1 ? null : new PassageLabel(sequence, print);
        } catch (IllegalArgumentException notOurs) {
            return null;
        }
    }
}
