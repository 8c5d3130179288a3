package io.github.sessioncompression.search;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A word of a text; in Chinese, Japanese and Korean each character and each two that follow one another.
 *
 * <p>Messages and queries are cut by the same method, so a term of one is a term of the other whatever the analyser does with it.
 *
 * @param word the word in lower case, to compare with stop words, speakers and months, which are not stemmed
 * @param term the term it is indexed under: its stem, or what else its language's analyser makes of it
 * @param start the offset of the word in the {@linkplain Visible normalised} text
 */
record IndexedWord(String word, String term, int start) {
    /** All words of a text, stop words included. Signs of a search language are not words, so they mean nothing. */
    static List<IndexedWord> all(LanguageProfile language, String text) {
        String plain = withJointsAsSpaces(Visible.of(text));
        List<IndexedWord> found = new ArrayList<>();
        Languages.shared().searchTerms(language, plain, (term, start, end) -> {
            String word = plain.substring(start, end).toLowerCase(Locale.ROOT);
            found.add(new IndexedWord(word, term, start));
        });
        return found;
    }

    /**
     * Replaces signs that join words into a name by spaces; offsets stay the same.
     *
     * <p>Lucene's tokenizer keeps {@code order_id}, {@code user.name} and {@code io:file} as one word each; people ask for their parts. A point between digits
     * stays: {@code 3.5} is one number. A typographic apostrophe becomes a plain one, which analysers know.
     */
    private static String withJointsAsSpaces(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            char c = chars[i];
            if (c == '’') {
                chars[i] = '\'';
            } else if (c == '_' || ((c == '.' || c == ':') && isLetter(chars, i - 1) && isLetter(chars, i + 1))) {
                chars[i] = ' ';
            }
        }
        return new String(chars);
    }

    private static boolean isLetter(char[] chars, int at) {
        return at >= 0 && at < chars.length && Character.isLetter(chars[at]);
    }

    /** The words that are no stop words; all of them if nothing else is left. */
    static List<IndexedWord> contentOf(LanguageProfile language, List<IndexedWord> words) {
        List<IndexedWord> content =
                words.stream().filter(word -> !language.isStop(word.word())).toList();
        return content.isEmpty() ? words : content;
    }

    /** True if the word may be of a topic: a single character is in too many words of its language. */
    boolean tellsTopic() {
        return word.length() > 1;
    }

    /** The offset behind the word; off by one for the few letters whose lower case has another length. */
    int end() {
        return start + word.length();
    }
}
