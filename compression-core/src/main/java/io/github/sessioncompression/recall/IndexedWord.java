package io.github.sessioncompression.recall;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of a text as an index has them: each as its term, that is its stem or what else its language's analyser makes of it.
 *
 * @param word the word itself in lower case
 * @param term its term
 * @param start where the word starts in the {@linkplain Visible text as it is read}
 */
record IndexedWord(String word, String term, int start) {
    /** All words of the text as it is read, grammar included. Signs of a search language are no words, so they mean nothing. */
    static List<IndexedWord> all(LanguageProfile profile, String text) {
        String plain = parted(Visible.of(text));
        List<IndexedWord> found = new ArrayList<>();
        Languages.shared()
                .terms(
                        profile,
                        plain,
                        (term, start, end) -> found.add(
                                new IndexedWord(plain.substring(start, end).toLowerCase(Locale.ROOT), term, start)));
        return found;
    }

    /** The text with signs that join words into a name as spaces, each character where it was. */
    private static String parted(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (chars[i] == '’') {
                chars[i] = '\'';
            } else if (chars[i] == '_' || (isJoint(chars[i]) && isLetter(chars, i - 1) && isLetter(chars, i + 1))) {
                chars[i] = ' ';
            }
        }
        return new String(chars);
    }

    private static boolean isJoint(char c) {
        return c == '.' || c == ':';
    }

    private static boolean isLetter(char[] chars, int at) {
        return at >= 0 && at < chars.length && Character.isLetter(chars[at]);
    }

    /** Those of {@code words} that are no grammar; all of them where nothing else is left. */
    static List<IndexedWord> contentOf(LanguageProfile profile, List<IndexedWord> words) {
        List<IndexedWord> content = words.stream()
                .filter(word -> !profile.use(word.word()).isStop())
                .toList();
        return content.isEmpty() ? words : content;
    }
}
