package io.github.sessioncompression.extract;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Word;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Numbers the terms of a set of texts and counts them, so that sets of terms are arrays of ints.
 *
 * <p>A term is the stem of a word, or another output of the language's analyser for it; a word of a script without
 * spaces has several. Terms, and pairs of neighbours, are numbered from 0 in the order in which they are met.
 *
 * <p><em>Algorithm</em> of {@link #read}: the analyser gives terms with their places in the text; each goes to the word
 * that its place overlaps, and is dropped if that word is grammar or there is none. One pass over both.
 * <em>Threads</em>: not thread-safe; lives for one run.
 *
 * @see Units
 */
final class Vocabulary {
    /** The terms of a word without any. */
    static final int[] NONE = {};

    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<Long, Integer> pairs = new HashMap<>();
    private int size;
    private int[] occurrences = new int[1024];

    /**
     * Finds the terms of a text's words and counts them.
     *
     * @param words words of {@code text}, in order
     * @return for each word the numbers of its terms; none for words of grammar
     */
    int[][] read(String text, LanguageProfile profile, List<Word> words) {
        int[][] terms = new int[words.size()][];
        Arrays.fill(terms, NONE);
        int[] place = {0};
        Languages.shared().terms(profile, text, (term, start, end) -> {
            int at = firstEndingAfter(start, words, place[0]);
            place[0] = at;
            if (at < words.size()
                    && words.get(at).start() < end
                    && !profile.isStop(words.get(at).lower())) {
                terms[at] = with(terms[at], count(term));
            }
        });
        return terms;
    }

    /** Place of the first word from {@code from} on that ends after {@code start}; the number of words for none. */
    private static int firstEndingAfter(int start, List<Word> words, int from) {
        int at = from;
        while (at < words.size() && words.get(at).end() <= start) {
            at++;
        }
        return at;
    }

    private static int[] with(int[] numbers, int another) {
        int[] more = Arrays.copyOf(numbers, numbers.length + 1);
        more[numbers.length] = another;
        return more;
    }

    /** The number of a term, which is counted once more. */
    private int count(String term) {
        int id = ids.computeIfAbsent(term, key -> size++);
        occurrences = size > occurrences.length ? Arrays.copyOf(occurrences, 2 * size) : occurrences;
        occurrences[id]++;
        return id;
    }

    /** A number of its own for two terms beside each other, in either order. */
    int pair(int one, int other) {
        long pair = ((long) Math.min(one, other) << 32) | Math.max(one, other);
        return pairs.computeIfAbsent(pair, key -> size++);
    }

    /** Number of terms and pairs. */
    int size() {
        return size;
    }

    /** How often a term was read; not for pairs. */
    int occurrences(int term) {
        return occurrences[term];
    }

    /** The terms of a text that were read before, without counting them. */
    Set<Integer> known(LanguageProfile profile, String text) {
        return Languages.shared().contentTerms(profile, text).stream()
                .map(ids::get)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }
}
