package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * At which places words were heard, to be asked how many of some were heard near each other: in a long chat each word is somewhere.
 *
 * <p>Words count by how they begin, those of scripts without spaces by each two characters that are no grammar. Linear. Not thread-safe; lives for one
 * compilation.
 */
final class HeardPlaces {
    /** Places near each other: what is said, asked and answered around it. */
    private static final int NEAR = 5;
    /** A word with more places is heard everywhere. */
    private static final int MOST = 64;

    private final Map<String, List<Integer>> places = new HashMap<>();
    /** The beginnings of words that are written without a capital. */
    private final Set<String> small = new HashSet<>();

    private int next;

    /** A word at one of its places. */
    private record Heard(int place, int word) {}

    /** Adds a text at the next place. */
    void add(String text) {
        Set<String> words = pairs(text);
        Letters.forEachRun(text, run -> {
            String word = beginning(run);
            words.add(word);
            if (Character.isLowerCase(run.charAt(0))) {
                small.add(word);
            }
        });
        for (String word : words) {
            List<Integer> at = places.computeIfAbsent(word, first -> new ArrayList<>(1));
            if (at.size() <= MOST) {
                at.add(next);
            }
        }
        next++;
    }

    /** How a word begins. */
    static String beginning(String word) {
        return AtomKeys.beginning(AtomKeys.folded(word));
    }

    /** Whether all words that begin so have a capital, as a name does. */
    boolean areCapital(String beginning) {
        return places.containsKey(beginning) && !small.contains(beginning);
    }

    /** The pairs of characters that follow each other in a text, of scripts without spaces. */
    static Set<String> pairs(String text) {
        Set<String> pairs = new HashSet<>();
        for (int i = 1; i < text.length(); i++) {
            if (isWide(text.charAt(i - 1)) && isWide(text.charAt(i))) {
                pairs.add(text.substring(i - 1, i + 1));
            }
        }
        return pairs;
    }

    /** Whether it is a letter of such a script that is no grammar: Han or Katakana. */
    private static boolean isWide(char c) {
        return (c >= '\u4e00' && c <= '\u9fff') || (c >= '\u30a1' && c <= '\u30fc');
    }

    /** How many of the beginnings or pairs, each of which counts once, were heard near each other at most. */
    int mostNear(Collection<String> words) {
        int everywhere = 0;
        List<Heard> heard = new ArrayList<>();
        int word = 0;
        for (String each : Set.copyOf(words)) {
            List<Integer> at = places.getOrDefault(each, List.of());
            everywhere += at.size() > MOST ? 1 : 0;
            for (int place : at.size() > MOST ? List.<Integer>of() : at) {
                heard.add(new Heard(place, word));
            }
            word++;
        }
        heard.sort(Comparator.comparingInt(Heard::place));
        int[] within = new int[word];
        int now = 0;
        int most = 0;
        int from = 0;
        for (Heard each : heard) {
            now += within[each.word()]++ == 0 ? 1 : 0;
            while (heard.get(from).place() <= each.place() - NEAR) {
                now -= --within[heard.get(from++).word()] == 0 ? 1 : 0;
            }
            most = Math.max(most, now);
        }
        return everywhere + most;
    }
}
