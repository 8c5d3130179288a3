package io.github.sessioncompression.text;

import java.util.List;
import java.util.Locale;

/**
 * A sentence of a text: its place, and its words.
 *
 * @param start where it starts in the text, in chars
 * @param end where it ends, behind its closing marks, exclusive
 * @param words at least one, in order
 * @param mark what ends it, one of {@code . ! ?}; 0 if the line ends without a mark
 */
public record Sentence(int start, int end, List<Word> words, char mark) {
    /** The longest sentence in chars; a longer one is divided at its clause marks or left out. */
    public static final int MAX_CHARS = 400;

    /** Copies the words. */
    public Sentence {
        words = List.copyOf(words);
    }

    /** The sentences of a text in order, in linear time. What is no language, such as a run of 300 characters, is left out. */
    public static List<Sentence> split(String text, LanguageProfile profile) {
        return split(text, 0, text.length(), profile);
    }

    /** The sentences of the part of a text between {@code from} and {@code to}, with their places in the whole text. */
    public static List<Sentence> split(String text, int from, int to, LanguageProfile profile) {
        return new SentenceSplitter(text.substring(0, to), profile).split(from);
    }

    /** The sentence without what is in front of a place in the text, such as a label. */
    public Sentence from(int place) {
        List<Word> rest = words.stream().filter(word -> word.start() >= place).toList();
        return rest.isEmpty()
                ? new Sentence(end, end, rest, mark)
                : new Sentence(rest.get(0).start(), end, rest, mark);
    }

    /** The sentence as in the text. */
    public String in(String text) {
        return text.substring(start, end);
    }

    /** True if it ends with a question mark. */
    public boolean isQuestion() {
        return mark == '?';
    }

    /**
     * A word as in a text.
     *
     * @param surface the word without the punctuation around it
     * @param lower the same in lower case
     * @param start where it starts in the text, in chars
     * @param end where it ends, exclusive
     * @param after the punctuation that follows it, one of {@code , ; : . ! ?}, or 0
     * @param quoted true inside quotation marks
     * @param first true for the first word of a sentence, whose capital marks no name
     */
    public record Word(String surface, String lower, int start, int end, char after, boolean quoted, boolean first) {
        static Word of(String surface, int start, char after, boolean quoted, boolean first) {
            String lower = surface.toLowerCase(Locale.ROOT).replace('’', '\'');
            return new Word(surface, lower, start, start + surface.length(), after, quoted, first);
        }

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
}
