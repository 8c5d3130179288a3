package io.github.sessioncompression.recall;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.List;

/** The share of a message that only asks something of others: questions without a word in the first person. */
final class AskingShare {
    /** The share of a message that does nothing else. */
    static final int ALL = 7;

    private static final String QUESTION_MARKS = "?？؟\u037E";
    private static final String OTHER_STOPS = ".!。！…।\n";

    private int inSentence;
    private boolean firstPerson;
    private int asked;
    private int all;

    private AskingShare() {}

    /** The share, in sevenths rounded down, of the first {@code most} words' content words. One pass over the text. */
    static int share(LanguageProfile language, String text, List<IndexedWord> words, int most) {
        AskingShare share = new AskingShare();
        Pronouns pronouns = Pronouns.of(language);
        for (int i = 0; i < Math.min(words.size(), most); i++) {
            IndexedWord word = words.get(i);
            share.firstPerson |= pronouns.isFirstPerson(word.word());
            share.inSentence += language.isStop(word.word()) ? 0 : 1;
            int next = i + 1 < words.size() ? words.get(i + 1).start() : text.length();
            share.endSentenceAt(text, word.end(), next);
        }
        share.endSentence(false);
        return share.all == 0 ? 0 : ALL * share.asked / share.all;
    }

    /** Ends the sentence if there is a stop before the next word. */
    private void endSentenceAt(String text, int from, int next) {
        for (int at = from; at < next; at++) {
            char c = text.charAt(at);
            boolean question = QUESTION_MARKS.indexOf(c) >= 0;
            if ((question || OTHER_STOPS.indexOf(c) >= 0) && !isInsideWord(text, at)) {
                endSentence(question);
                return;
            }
        }
    }

    /** True for a sign inside an address or a number. */
    private static boolean isInsideWord(String text, int at) {
        boolean ascii = text.charAt(at) > ' ' && text.charAt(at) < 0x80;
        return ascii && at + 1 < text.length() && Character.isLetterOrDigit(text.charAt(at + 1));
    }

    private void endSentence(boolean question) {
        all += inSentence;
        asked += question && !firstPerson ? inSentence : 0;
        inSentence = 0;
        firstPerson = false;
    }
}
