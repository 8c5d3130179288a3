package io.github.sessioncompression.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Phrases of a few words each, found in a run of words by their first word; immutable after parsing. */
final class PhraseSet {
    static final PhraseSet NONE = new PhraseSet();

    private final Map<String, List<String[]>> byFirstWord = new HashMap<>();

    private PhraseSet() {}

    /** Reads phrases separated by {@code |}. */
    static PhraseSet parse(String text) {
        PhraseSet set = new PhraseSet();
        for (String phrase : text.split("\\|", -1)) {
            String[] words = phrase.trim().split(" ", -1);
            set.byFirstWord
                    .computeIfAbsent(words[0], first -> new ArrayList<>())
                    .add(words);
        }
        for (List<String[]> sameFirst : set.byFirstWord.values()) {
            sameFirst.sort(
                    Comparator.comparingInt((String[] words) -> words.length).reversed());
        }
        return set;
    }

    /** The phrases by the words with which they begin, the longest first. */
    Map<String, List<String[]>> byFirstWord() {
        return byFirstWord;
    }

    /** The number of words of the longest of some phrases that begin as the words at {@code at} do and end before {@code end}, 0 if none does. */
    static int lengthOf(List<String[]> sameFirst, List<Word> words, int at, int end) {
        for (String[] phrase : sameFirst) {
            if (at + phrase.length <= end && matches(phrase, words, at)) {
                return phrase.length;
            }
        }
        return 0;
    }

    /** Whether any phrase of one word is a part of one of the words from {@code from} to before {@code to}. */
    boolean isPartOf(List<Word> words, int from, int to) {
        for (int at = from; at < to; at++) {
            for (String phrase : byFirstWord.keySet()) {
                if (words.get(at).lower().contains(phrase)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether any phrase of one word is the end of a word. */
    boolean isEndOf(Word word) {
        return byFirstWord.keySet().stream().anyMatch(word.lower()::endsWith);
    }

    private static boolean matches(String[] phrase, List<Word> words, int at) {
        for (int i = 1; i < phrase.length; i++) {
            if (!words.get(at + i).lower().equals(phrase[i])) {
                return false;
            }
        }
        return true;
    }
}
