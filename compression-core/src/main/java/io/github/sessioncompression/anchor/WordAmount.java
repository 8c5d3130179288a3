package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Word;
import java.util.List;

/**
 * A sum of money in words: "three hundred dollars".
 *
 * @param number how much
 * @param to behind its last word
 */
public record WordAmount(int number, int to) {
    private static final int HUNDRED = 100;
    private static final int THOUSAND = 1_000;
    private static final int MOST_WORDS = 8;

    private static final WordAmount NONE = new WordAmount(-1, 0);

    public boolean isNone() {
        return number < 0;
    }

    /** The sum whose first word stands at {@code at}; none if none does. */
    public static WordAmount at(List<Word> words, int at, AnchorLanguage language) {
        int total = 0;
        int part = 0;
        int i = at;
        for (; i < Math.min(words.size(), at + MOST_WORDS); i++) {
            int number = language.number(words.get(i).lower());
            if (number < 0) {
                break;
            } else if (number == THOUSAND) {
                total += Math.max(1, part) * THOUSAND;
                part = 0;
            } else {
                part = number == HUNDRED ? Math.max(1, part) * HUNDRED : part + number;
            }
        }
        boolean money = i > at
                && i < words.size()
                && !words.get(i).isAtom()
                && language.has("currency", words.get(i).lower());
        return money ? new WordAmount(total + part, i + 1) : NONE;
    }
}
