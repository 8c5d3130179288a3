package io.github.sessioncompression.text;

import java.util.Locale;

/**
 * A word as it stands in a text.
 *
 * @param surface the word without the punctuation around it
 * @param lower the same in lower case and as it is spelt, the form in which profiles hold words
 * @param start where it starts in the text, in chars
 * @param end where it ends, exclusive
 * @param after the strongest punctuation that follows it, one of {@code , ; : - . ! ?}, or 0
 * @param quoted whether it stands in quotation marks
 * @param bracketed whether it stands in round brackets
 * @param opensSentence whether it is a sentence's first word, so that its capital says nothing
 * @param isAtom whether it holds a digit or is an address: a value that must be kept literally
 */
public record Word(
        String surface,
        String lower,
        int start,
        int end,
        char after,
        boolean quoted,
        boolean bracketed,
        boolean opensSentence,
        boolean isAtom) {
    /** A word as it stands in a text. */
    public static Word of(String surface, int start, int end, char after, boolean quoted, boolean opensSentence) {
        return new Word(
                surface,
                surface.toLowerCase(Locale.ROOT),
                start,
                end,
                after,
                quoted,
                false,
                opensSentence,
                isAtom(surface));
    }

    /** The same word with other punctuation after it. */
    public Word followedBy(char mark) {
        return new Word(surface, lower, start, end, mark, quoted, bracketed, opensSentence, isAtom);
    }

    /** The same word with a question mark as its last character, which does not end the sentence there. */
    public Word asking() {
        return new Word(surface + '?', lower + '?', start, end, after, quoted, bracketed, opensSentence, isAtom);
    }

    /** The same word in round brackets. */
    Word inBrackets() {
        return new Word(surface, lower, start, end, after, quoted, true, opensSentence, isAtom);
    }

    /** The same word as a sentence's first. */
    public Word opening() {
        return new Word(surface, lower, start, end, after, quoted, bracketed, true, isAtom);
    }

    /** The same word, known as another spelling. */
    Word spelt(String spelling) {
        return spelling.equals(lower)
                ? this
                : new Word(surface, spelling, start, end, after, quoted, bracketed, opensSentence, isAtom);
    }

    /** The same word in small letters. */
    public Word small() {
        return new Word(
                surface.toLowerCase(Locale.ROOT), lower, start, end, after, quoted, bracketed, opensSentence, isAtom);
    }

    private static boolean isAtom(String surface) {
        if (surface.indexOf('@') > 0) {
            return true;
        }
        for (int i = 0; i < surface.length(); i++) {
            if (Character.isDigit(surface.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is neither word nor number: an operator, or a unit such as a currency's sign. */
    public boolean isOperator() {
        return !Letters.any(surface, Character::isLetterOrDigit);
    }

    /** Whether it looks like a name: quoted, all in capitals, or capitalised inside a sentence. */
    public boolean isProper() {
        char first = surface.charAt(0);
        if (!Character.isUpperCase(first)) {
            return quoted;
        }
        return quoted || !opensSentence || (surface.length() > 1 && surface.equals(surface.toUpperCase(Locale.ROOT)));
    }
}
