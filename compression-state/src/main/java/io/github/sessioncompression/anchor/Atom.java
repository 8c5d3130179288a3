package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.List;

/**
 * A value in a text.
 *
 * <p>Immutable. Two atoms may be written differently and be one value: compare their {@link #keys}, not their texts.
 *
 * @param type one of the atoms
 * @param text as it is written
 * @param start index of its first character in the text
 * @param end index after its last character
 * @param weak whether it is too little to be kept: a bare number of one digit
 */
public record Atom(AnchorType type, String text, int start, int end, boolean weak) {
    /** Keys of the value that do not depend on its spelling, at least one; two atoms are the same value if they share one. */
    public List<String> keys(LanguageProfile language) {
        return AtomKeys.of(type, text, language);
    }

    /** Letters and digits alone, small, without accents, umlauts as one letter. */
    public String folded() {
        return AtomKeys.folded(text);
    }
}
