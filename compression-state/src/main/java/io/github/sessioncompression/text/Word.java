package io.github.sessioncompression.text;

import java.util.Locale;

/**
 * A word as in a text.
 *
 * @param surface the word without the punctuation around it
 * @param lower the same in lower case
 * @param start index of its first char in the text
 * @param end index after its last char
 * @param after the punctuation that follows it, one of {@code , ; : . ! ?}, or 0
 * @param quoted true inside quotation marks
 * @param first true for the first word of a sentence, whose capital marks no name
 */
public record Word(String surface, String lower, int start, int end, char after, boolean quoted, boolean first) {
    /** A word at its place; its apostrophe is straight in {@link #lower}, as in the files of the languages. */
    static Word of(String surface, int start, char after, boolean quoted, boolean first) {
        String lower = surface.toLowerCase(Locale.ROOT).replace('’', '\'');
        return new Word(surface, lower, start, start + surface.length(), after, quoted, first);
    }

    /** This word with a mark behind it. */
    Word followedBy(char mark) {
        return new Word(surface, lower, start, end, mark, quoted, first);
    }

    /** True if it holds a digit or is an address, so that it is kept literally. */
    public boolean isValue() {
        return surface.indexOf('@') > 0 || Letters.any(surface, Character::isDigit);
    }

    /** True if it looks like a name: quoted, all in capitals, or capitalised inside a sentence. */
    public boolean isProper() {
        if (!Character.isUpperCase(surface.charAt(0))) {
            return quoted;
        }
        return quoted || !first || (surface.length() > 1 && surface.equals(surface.toUpperCase(Locale.ROOT)));
    }
}
