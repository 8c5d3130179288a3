package io.github.sessioncompression.recall;

import io.github.sessioncompression.text.LanguageProfile;
import java.util.List;

/** The share of a message that only asks something of others: questions without a word in the first person. */
final class AskingShare {
    /** The share of a message that does nothing else. */
    static final int ALL = 7;

    private static final String QUESTION_MARKS = "?？؟\u037E";
    private static final String OTHER_STOPS = ".!。！…।\n";

    private AskingShare() {}

    /** The share, in sevenths rounded down, of the first {@code most} words' content words. One pass over the text. */
    static int share(LanguageProfile language, String text, List<IndexedWord> words, int most) {
        Pronouns pronouns = Pronouns.of(language);
        int all = 0;
        int asked = 0;
        int inSentence = 0;
        boolean firstPerson = false;
        for (int i = 0; i < Math.min(words.size(), most); i++) {
            IndexedWord word = words.get(i);
            firstPerson |= pronouns.isFirstPerson(word.word());
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

    /** True for a sign inside an address or a number. */
    private static boolean isInsideWord(String text, int at) {
        boolean ascii = text.charAt(at) > ' ' && text.charAt(at) < 0x80;
        return ascii && at + 1 < text.length() && Character.isLetterOrDigit(text.charAt(at + 1));
    }
}
