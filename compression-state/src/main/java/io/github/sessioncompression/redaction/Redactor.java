package io.github.sessioncompression.redaction;

import io.github.sessioncompression.text.Letters;
import java.util.List;

/**
 * Names the parts of a text that must not leave the process: a port for the application's own rules, such as names of patients.
 *
 * <p>Each part is replaced by a placeholder before a model or the extract compiler reads the text. A {@linkplain
 * Hidden#restorable() restorable} value has one placeholder throughout a compression and is restored in the finished state. Keys,
 * tokens and passwords are always replaced and never restored.
 *
 * <p>Implementations are safe for use by many threads, take linear time and log nothing of the text. An exception ends the compression, so
 * that nothing that must be hidden is shown.
 *
 * <p>Example: {@code text -> patients.matcher(text).results().map(found -> new Redactor.Hidden(found.start(),
 * found.end(), "person", true)).toList()}.
 *
 * @see Redaction
 */
@FunctionalInterface
public interface Redactor {
    /** Returns a redactor that names nothing: only secrets are hidden. */
    static Redactor secretsOnly() {
        return text -> List.of();
    }

    /** Finds the parts to hide, in any order; of two that overlap the first one counts. */
    List<Hidden> find(String text);

    /**
     * A part of a text to hide.
     *
     * @param start index of the first character
     * @param end index after the last character
     * @param label name in the placeholder: 1 to 24 letters a to z, such as {@code person}
     * @param restorable true if the value is filled in again in the state
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
