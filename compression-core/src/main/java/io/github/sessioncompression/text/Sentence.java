package io.github.sessioncompression.text;

import java.util.List;

/**
 * A sentence of a text: where it stands, and its words.
 *
 * @param start where it starts in the text, in chars
 * @param end where it ends, behind its closing marks, exclusive
 * @param words at least one, in order
 * @param mark what ends it, one of {@code . ! ?}; 0 if the line ends without a mark
 */
public record Sentence(int start, int end, List<Word> words, char mark) {
    /** The longest sentence in chars; a longer one is divided between words. */
    public static final int MAX_CHARS = 400;

    /** Copies the words. */
    public Sentence {
        words = List.copyOf(words);
    }

    /** The sentences of a text in order, in linear time. What is no language, such as a run of 300 characters, is left out. */
    public static List<Sentence> split(String text, LanguageProfile profile) {
        return new SentenceSplitter(text, profile).split();
    }

    /** The sentence as it stands in the text. */
    public String in(String text) {
        return text.substring(start, end);
    }

    /** True if it ends with a question mark. */
    public boolean isQuestion() {
        return mark == '?';
    }
}
