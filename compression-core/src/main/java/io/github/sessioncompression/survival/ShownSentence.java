package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Replies;
import io.github.sessioncompression.text.SentenceWords;
import org.jspecify.annotations.Nullable;

/**
 * How the sentence of an anchor is shown: cut where it is too long, and behind the question that it answers where it says too little without.
 *
 * <p>Not thread-safe; lives for one reading.
 */
final class ShownSentence {
    private static final int LONGEST_SENTENCE = 400;

    private @Nullable SentenceWords question;
    private String asked = "";
    private String asker = "";

    /** The text of a sentence that is not too long. */
    static String cut(String text) {
        return text.length() <= LONGEST_SENTENCE ? text : text.substring(0, LONGEST_SENTENCE);
    }

    /** The words around a value of a sentence that is too long to be shown. */
    static String around(String text, Atom atom) {
        int from = Math.max(0, atom.start() - LONGEST_SENTENCE / 4);
        int to = Math.min(text.length(), atom.end() + LONGEST_SENTENCE / 4);
        while (from > 0 && from < atom.start() && !Character.isWhitespace(text.charAt(from - 1))) {
            from++;
        }
        while (to < text.length() && to > atom.end() && !Character.isWhitespace(text.charAt(to))) {
            to--;
        }
        return text.substring(from, to).strip();
    }

    /** The question that the first sentence of a message answers and a space, empty if it answers none or is understood without. */
    String inFront(SentenceWords first, String speaker, LanguageProfile profile) {
        boolean answers = question != null
                && !asker.equals(speaker)
                && first.end() != '?'
                && !first.aside()
                && Replies.leaveOut(first.words(), question.words(), profile);
        return answers ? asked + ' ' : "";
    }

    /** Ends a person's message. */
    void end(TextReading reading, String speaker) {
        int last = reading.sentences().size() - 1;
        SentenceWords words = last < 0 ? null : reading.sentences().get(last);
        boolean asks = words != null
                && words.end() == '?'
                && words.words().size() <= Replies.LONGEST_QUESTION
                && !words.words().get(words.words().size() - 1).quoted();
        question = asks ? words : null;
        asked = asks ? reading.read(last).statement().text() : "";
        asker = speaker;
    }
}
