package io.github.sessioncompression.text;

import java.util.List;

/**
 * A sentence of a text: its place, and its words.
 *
 * @param start index of its first char in the text
 * @param end index after its last char, closing marks included
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

    /** The sentence without what is in front of a place in the text, such as a label. */
    public Sentence from(int place) {
        List<Word> rest = words.stream().filter(word -> word.start() >= place).toList();
        return new Sentence(rest.isEmpty() ? end : rest.get(0).start(), end, rest, mark);
    }

    /** The sentence as in the text. */
    public String in(String text) {
        return text.substring(start, end);
    }

    /** True if it ends with a question mark. */
    public boolean isQuestion() {
        return mark == '?';
    }
}
