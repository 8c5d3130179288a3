package io.github.sessioncompression.recall;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.List;

/** How much of a message asks something of others: a question in which its speaker says nothing of himself. One pass over the text. */
final class AskingShare {
    /** What {@link #share} gives for a message that does nothing else. */
    static final int ALL = 7;

    private static final String QUESTION_MARKS = "?？؟\u037E";
    private static final String OTHER_STOPS = ".!。！…।\n";

    private int inSentence;
    private boolean tells;
    private int asked;
    private int all;

    private AskingShare() {}

    /**
     * The share of its words of content that stand in such questions, in sevenths rounded down.
     *
     * @param words the text's words
     * @param most so many of them are looked at
     */
    static int share(LanguageProfile language, String text, List<IndexedWord> words, int most) {
        AskingShare asking = new AskingShare();
        for (int i = 0; i < Math.min(words.size(), most); i++) {
            IndexedWord word = words.get(i);
            asking.tells |= language.use(word.word()).isFirstPerson();
            asking.inSentence += language.use(word.word()).isStop() ? 0 : 1;
            int end = word.start() + word.word().length();
            asking.endAt(text, end, i + 1 < words.size() ? words.get(i + 1).start() : text.length());
        }
        asking.endSentence(false);
        return asking.all == 0 ? 0 : ALL * asking.asked / asking.all;
    }

    /** Ends the sentence if one of its stops is among the characters before the next word. */
    private void endAt(String text, int from, int nextWord) {
        for (int at = from; at < nextWord; at++) {
            char c = text.charAt(at);
            boolean question = QUESTION_MARKS.indexOf(c) >= 0;
            if ((question || OTHER_STOPS.indexOf(c) >= 0) && !isInside(text, at)) {
                endSentence(question);
                return;
            }
        }
    }

    /** Whether the sign stands in an address or a number. */
    private static boolean isInside(String text, int at) {
        boolean narrow = text.charAt(at) > ' ' && text.charAt(at) < 0x80;
        return narrow && at + 1 < text.length() && Character.isLetterOrDigit(text.charAt(at + 1));
    }

    private void endSentence(boolean question) {
        all += inSentence;
        if (question && !tells) {
            asked += inSentence;
        }
        inSentence = 0;
        tells = false;
    }
}
