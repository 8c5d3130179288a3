package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.WordKind;
import java.util.List;

/**
 * Properties of a message's text that the ranking uses.
 *
 * <p>They are read when a message is indexed, since the index has no texts afterwards. All are small, so equal traits share one instance
 * ({@link IndexedMessages}); that is why {@code asking} counts in sevenths and not in percent.
 *
 * @param question true if it ends with a question mark
 * @param firstPerson true if it has a word in the first person
 * @param echo true if it only repeats others, so that no search returns it
 * @param asking the share, in sevenths rounded down, that only asks something of others: questions without a word in the first person
 */
record TextTraits(boolean question, boolean firstPerson, boolean echo, int asking) {
    /** The traits of a message that only repeats others. */
    static final TextTraits ECHO = new TextTraits(false, false, true, 0);

    /** The {@link #asking()} of a message that does nothing else. */
    static final int ALL = 7;

    /** The words at a message's head that are looked at. */
    private static final int READ_WORDS = 200;

    private static final String QUESTION_MARKS = "?？؟";

    /** The Greek question mark, of either code point. Inside a text it parts sentences of other languages, so it counts at the end only. */
    private static final String GREEK_QUESTION_MARKS = ";\u037E";

    private static final String OTHER_STOPS = ".!。！…।\n";

    /** The traits of a message, of whose text {@code text} is indexed. One pass over it. */
    static TextTraits of(LanguageProfile language, Message message, String text, List<IndexedWord> words) {
        boolean firstPerson =
                words.stream().limit(READ_WORDS).anyMatch(word -> language.is(WordKind.FIRST, word.word()));
        return new TextTraits(isQuestion(message.text()), firstPerson, false, asking(language, text, words));
    }

    /** True if a text ends with a question mark of any script. */
    static boolean isQuestion(String text) {
        String stripped = text.stripTrailing();
        char last = stripped.isEmpty() ? ' ' : stripped.charAt(stripped.length() - 1);
        return isQuestionMark(last) || GREEK_QUESTION_MARKS.indexOf(last) >= 0;
    }

    /**
     * The share of a text's content words, in sevenths, that are in questions without a word in the first person.
     *
     * <p>"Which brakes do I need?" has the speaker's own matter and counts as much as a statement; "Do you like it?" only asks.
     *
     * @param text normalised, since the words' offsets are places in it
     */
    private static int asking(LanguageProfile language, String text, List<IndexedWord> words) {
        int all = 0;
        int asked = 0;
        int inSentence = 0;
        boolean firstPerson = false;
        for (int i = 0; i < Math.min(words.size(), READ_WORDS); i++) {
            IndexedWord word = words.get(i);
            firstPerson |= language.is(WordKind.FIRST, word.word());
            inSentence += language.isStop(word.word()) ? 0 : 1;
            int next = i + 1 < words.size() ? words.get(i + 1).start() : text.length();
            int stop = stop(text, word.end(), next);
            if (stop >= 0) {
                all += inSentence;
                asked += isQuestionMark(text.charAt(stop)) && !firstPerson ? inSentence : 0;
                inSentence = 0;
                firstPerson = false;
            }
        }
        all += inSentence;
        return all == 0 ? 0 : ALL * asked / all;
    }

    /** The place of the first stop between two words; below 0 if there is none. */
    private static int stop(String text, int from, int to) {
        for (int at = from; at < to; at++) {
            char c = text.charAt(at);
            if ((isQuestionMark(c) || OTHER_STOPS.indexOf(c) >= 0) && !isInsideWord(text, at)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean isQuestionMark(char c) {
        return QUESTION_MARKS.indexOf(c) >= 0;
    }

    /** True for a sign inside an address or a number: ASCII, with a letter or digit right behind it. */
    private static boolean isInsideWord(String text, int at) {
        boolean ascii = text.charAt(at) > ' ' && text.charAt(at) < 0x80;
        return ascii && at + 1 < text.length() && Character.isLetterOrDigit(text.charAt(at + 1));
    }
}
