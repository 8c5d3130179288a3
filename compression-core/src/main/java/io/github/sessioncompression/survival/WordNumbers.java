package io.github.sessioncompression.survival;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives words numbers, so that it is quickly told how many of some words each of many sentences has: asked for once, they are looked for in all of
 * them without a text being compared. Not thread-safe; lives for one reading.
 */
final class WordNumbers {
    private static final int FIRST_ROOM = 64;

    private final Map<String, Integer> numbers = new HashMap<>();
    /** In which question each word was last, by its number. */
    private int[] questions = new int[FIRST_ROOM];

    private int question;

    /** The numbers of words, each once, from the least on. */
    int[] of(Collection<String> words) {
        int[] of = new int[words.size()];
        int next = 0;
        for (String word : words) {
            of[next++] = numbers.computeIfAbsent(word, unknown -> numbers.size());
        }
        Arrays.sort(of);
        if (questions.length < numbers.size()) {
            questions = Arrays.copyOf(questions, 2 * numbers.size());
        }
        return of;
    }

    /** Asks for those words from now on. */
    void ask(Collection<String> words) {
        question++;
        for (String word : words) {
            Integer number = numbers.get(word);
            if (number != null) {
                questions[number] = question;
            }
        }
    }

    /** How many of the words that are asked for are among those of the numbers. */
    int shared(int[] of) {
        int shared = 0;
        for (int number : of) {
            shared += questions[number] == question ? 1 : 0;
        }
        return shared;
    }
}
