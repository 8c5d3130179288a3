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
 * @param use what it does in the language in which the text was split
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
        boolean isAtom,
        WordUse use) {
    /** A word as it stands in a text. */
    public static Word of(String surface, int start, int end, char after, boolean quoted, boolean opensSentence) {
        String lower = surface.toLowerCase(Locale.ROOT);
        return of(surface, lower, WordUse.UNREAD, start, end, after, quoted, opensSentence);
    }

    /** The same where it is known what it does. */
    static Word of(
            String surface,
            String lower,
            WordUse use,
            int start,
            int end,
            char after,
            boolean quoted,
            boolean opensSentence) {
        return new Word(surface, lower, start, end, after, quoted, false, opensSentence, isAtom(surface), use);
    }

    /** The same word with other punctuation after it. */
    public Word followedBy(char mark) {
        return new Word(surface, lower, start, end, mark, quoted, bracketed, opensSentence, isAtom, use);
    }

    /** The same word with a question mark as its last character, which does not end the sentence there. */
    public Word asking() {
        String asking = lower + '?';
        WordUse unread = WordUse.UNREAD;
        return new Word(surface + '?', asking, start, end, after, quoted, bracketed, opensSentence, isAtom, unread);
    }

    /** The same word in round brackets. */
    Word inBrackets() {
        return new Word(surface, lower, start, end, after, quoted, true, opensSentence, isAtom, use);
    }

    /** The same word as a sentence's first. */
    public Word opening() {
        return new Word(surface, lower, start, end, after, quoted, bracketed, true, isAtom, use);
    }

    /** The same word in small letters. */
    public Word small() {
        return new Word(
                surface.toLowerCase(Locale.ROOT),
                lower,
                start,
                end,
                after,
                quoted,
                bracketed,
                opensSentence,
                isAtom,
                use);
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
        boolean plain = !surface.isEmpty() && Character.isLetterOrDigit(surface.charAt(0));
        return !plain && !Letters.any(surface, Character::isLetterOrDigit);
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
