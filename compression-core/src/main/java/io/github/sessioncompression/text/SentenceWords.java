package io.github.sessioncompression.text;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of one sentence and how it ends.
 *
 * <p>Immutable, so safe for use by many threads.
 *
 * @param words the words in order
 * @param end the mark that ends it, one of {@code . ! ?}, or whatever stood last where nothing ends it
 * @param aside whether it stands in square brackets: a stage direction or caption
 */
public record SentenceWords(List<Word> words, char end, boolean aside) {
    /** Copies the words. */
    public SentenceWords {
        words = List.copyOf(words);
    }

    /**
     * A run of words that can be kept or left out: the smallest part of a sentence that says something.
     *
     * @param from the first word
     * @param to behind the last word
     * @param alone whether it can be understood without the clause before it
     */
    public record Clause(int from, int to, boolean alone) {}

    /** The sentences of a text in a language that is not known. */
    public static List<SentenceWords> split(String text) {
        return split(text, Languages.shared().unknown());
    }

    /**
     * The sentences of a text, in linear time: at most 40 words each, and no word of more than 120 characters.
     *
     * @param profile the text's language, whose short forms and ordinals do not end a sentence
     */
    public static List<SentenceWords> split(String text, LanguageProfile profile) {
        return SentenceSplitter.split(text, profile);
    }

    /**
     * The sentences of what somebody says or writes to others, in which a question may lack its mark: in any text where its last letters ask, else unless it is
     * long or a list.
     */
    public static List<SentenceWords> said(String text, LanguageProfile profile) {
        List<SentenceWords> split = split(text, profile);
        boolean typed = Unmarked.isTyped(text);
        if (!typed && !profile.isUnspaced()) {
            return split;
        }
        List<SentenceWords> said = new ArrayList<>(split);
        said.replaceAll(sentence -> Unmarked.asMeant(sentence, profile, typed));
        return said;
    }

    /** The place of the first word behind a question or an offer that is noted in front of its answer, "which one?: the red one"; 0 if it is none. */
    public int tie() {
        for (int i = 0; i < words.size() - 1; i++) {
            if (words.get(i).after() == ':' && words.get(i).surface().endsWith("?")) {
                return i + 1;
            }
        }
        return 0;
    }

    /** The clauses as {@code profile}'s language has them, at least one; together they are all of the words. */
    public List<Clause> clauses(LanguageProfile profile) {
        return ClauseSplitter.split(words, profile);
    }
}
