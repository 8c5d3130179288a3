package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Phrases that tell what a sentence is, found in its words in one pass.
 *
 * <p>A phrase is a row of elements: a word, words parted by {@code /} of which one must stand there, a word's beginning with
 * {@code *} behind it, {@code #} for a word with a digit, {@code ^} for the sentence's start, or {@code ..} for up to
 * {@value #LONGEST_GAP} words that do not matter. In a script without spaces each character counts as a word. A phrase is looked up by
 * its first word, and its length is bounded, so the work is linear in the words. Immutable after parsing.
 */
final class CuePatterns {
    private static final int LONGEST_GAP = 4;
    private static final int LONGEST_GAP_UNSPACED = 10;
    /** The letters by which beginnings of words are looked up. */
    private static final int KEY = 3;

    private record Element(List<String> words, boolean gap, boolean digit) {
        boolean matches(String word) {
            if (digit) {
                return Letters.any(word, Character::isDigit);
            }
            for (String each : words) {
                boolean beginning = each.length() > 1 && each.charAt(each.length() - 1) == '*';
                if (beginning ? word.startsWith(each.substring(0, each.length() - 1)) : word.equals(each)) {
                    return true;
                }
            }
            return false;
        }
    }

    private record Phrase(List<Element> elements, boolean opens, long cue) {}

    private final Map<String, List<Phrase>> byWord = new HashMap<>();
    private final Map<String, List<Phrase>> byBeginning = new HashMap<>();
    private final Map<String, Integer> bits = new HashMap<>();
    private final boolean unspaced;

    CuePatterns(boolean unspaced) {
        this.unspaced = unspaced;
    }

    /** Adds phrases separated by {@code |}, all of which give the cue of that name. */
    void read(String cue, String text) {
        long bit = 1L << bits.computeIfAbsent(cue, key -> bits.size());
        for (String phrase : text.split("\\|", -1)) {
            if (!phrase.isBlank()) {
                add(phrase.strip(), bit);
            }
        }
    }

    private void add(String text, long cue) {
        boolean opens = text.startsWith("^");
        List<Element> elements = new ArrayList<>();
        for (String part : (opens ? text.substring(1) : text).strip().split(" +", -1)) {
            if (part.equals("..")) {
                elements.add(new Element(List.of(), true, false));
            } else if (part.equals("#")) {
                elements.add(new Element(List.of(), false, true));
            } else if (unspaced && part.indexOf('/') < 0) {
                part.codePoints().forEach(c -> elements.add(new Element(List.of(Character.toString(c)), false, false)));
            } else {
                elements.add(new Element(List.of(part.split("/", -1)), false, false));
            }
        }
        Phrase phrase = new Phrase(List.copyOf(elements), opens, cue);
        for (String first : elements.get(0).words()) {
            boolean beginning = first.length() > 1 && first.endsWith("*");
            if (beginning && first.length() <= KEY) {
                throw new IllegalArgumentException("a beginning needs " + KEY + " letters: " + first);
            }
            (beginning ? byBeginning : byWord)
                    .computeIfAbsent(beginning ? first.substring(0, KEY) : first, key -> new ArrayList<>())
                    .add(phrase);
        }
    }

    /** The cues that the words give, which are in lower case; {@link #holds} reads them. */
    long cuesIn(List<String> words) {
        long cues = 0;
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            cues |= cuesAt(byWord.get(word), cues, words, at);
            if (word.length() >= KEY && !byBeginning.isEmpty()) {
                cues |= cuesAt(byBeginning.get(word.substring(0, KEY)), cues, words, at);
            }
        }
        return cues;
    }

    /** Whether the cue of that name is among {@code cues}. */
    boolean holds(long cues, String cue) {
        Integer bit = bits.get(cue);
        return bit != null && (cues & (1L << bit)) != 0;
    }

    private long cuesAt(@Nullable List<Phrase> phrases, long known, List<String> words, int at) {
        long cues = 0;
        if (phrases != null) {
            for (Phrase phrase : phrases) {
                boolean wanted = (phrase.cue() & (known | cues)) == 0 && (!phrase.opens() || at == 0);
                if (wanted && matches(phrase.elements(), 0, words, at)) {
                    cues |= phrase.cue();
                }
            }
        }
        return cues;
    }

    private boolean matches(List<Element> elements, int element, List<String> words, int at) {
        if (element == elements.size()) {
            return true;
        }
        if (elements.get(element).gap()) {
            int most = Math.min(words.size(), at + (unspaced ? LONGEST_GAP_UNSPACED : LONGEST_GAP));
            for (int next = at; next <= most; next++) {
                if (matches(elements, element + 1, words, next)) {
                    return true;
                }
            }
            return false;
        }
        return at < words.size()
                && elements.get(element).matches(words.get(at))
                && matches(elements, element + 1, words, at + 1);
    }
}
