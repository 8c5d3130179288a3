package io.github.sessioncompression.redaction;

import io.github.sessioncompression.text.Letters;
import java.util.List;

/**
 * Says what of a text nobody outside the process may read: a port for the application's own rules, such as names of patients.
 *
 * <p>What is named is replaced before a model or the offline compiler reads the text. Where it is {@linkplain Hidden#restorable()
 * restorable}, the same value has the same token throughout a compression, and the value stands in the state again when that is
 * done: it never leaves the process. Keys, tokens and passwords are always replaced, whatever this says, and not restored.
 *
 * <p>Implementations are safe for use by many threads, take time in proportion to the text, and log nothing of it. What they throw ends
 * the compression, so that nothing is shown that was to be hidden.
 */
@FunctionalInterface
public interface Redactor {
    /** Hides nothing but secrets. */
    static Redactor secretsOnly() {
        return text -> List.of();
    }

    /** What is to be hidden, in any order; of two that overlap the first holds. */
    List<Hidden> find(String text);

    /**
     * A part of a text that is to be hidden.
     *
     * @param start its first character
     * @param end behind its last character
     * @param label what the token says of it: 1 to 24 letters (a–z), such as {@code person}
     * @param restorable whether the value stands in the state again, or is gone for good
     */
    record Hidden(int start, int end, String label, boolean restorable) {
        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if {@code start} is below 0, {@code end} not above it, or {@code label} out of bounds
         */
        public Hidden {
            if (start < 0 || end <= start) {
                throw new IllegalArgumentException(
                        "start must be 0 or more and end above it, but were " + start + " and " + end);
            }
            boolean plain = !label.isEmpty() && label.length() <= 24 && Letters.all(label, c -> c >= 'a' && c <= 'z');
            if (!plain) {
                throw new IllegalArgumentException("label must be 1 to 24 letters a to z");
            }
        }
    }
}
