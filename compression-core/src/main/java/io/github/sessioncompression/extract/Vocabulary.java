package io.github.sessioncompression.extract;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Sentence;
import io.github.sessioncompression.text.Sentence.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the terms of a set of texts and counts them.
 *
 * <p>A term is the stem of a word, or whatever else the language's analyser makes of it; a word of a script without spaces has several.
 * Terms are numbered from 0 in the order in which they are met. Not thread-safe.
 */
final class Vocabulary {
    private static final int[] NONE = {};

    private final Languages languages;
    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<String, Integer> speakers = new HashMap<>();
    private final Map<Long, Integer> spoken = new HashMap<>();
    private int[] occurrences = new int[1024];

    /** An empty vocabulary. */
    Vocabulary(Languages languages) {
        this.languages = languages;
    }

    /**
     * Finds the terms of a text's sentences and counts them.
     *
     * @param sentences sentences of {@code text}, in order
     * @return for each sentence and each of its words the numbers of its terms; none for words of grammar
     */
    List<int[][]> read(String text, LanguageProfile profile, List<Sentence> sentences) {
        List<int[][]> terms = new ArrayList<>(sentences.size());
        for (Sentence sentence : sentences) {
            int[][] ofWords = new int[sentence.words().size()][];
            Arrays.fill(ofWords, NONE);
            terms.add(ofWords);
        }
        if (!sentences.isEmpty()) {
            languages.terms(profile, text, new Cursor(profile, sentences, terms)::accept);
        }
        return terms;
    }

    private final class Cursor {
        private final LanguageProfile profile;
        private final List<Sentence> sentences;
        private final List<int[][]> terms;
        private int sentence;
        private int word;

        private Cursor(LanguageProfile profile, List<Sentence> sentences, List<int[][]> terms) {
            this.profile = profile;
            this.sentences = sentences;
            this.terms = terms;
        }

        private void accept(String term, int start, int end) {
            while (sentence < sentences.size()) {
                List<Word> words = sentences.get(sentence).words();
                if (word == words.size()) {
                    sentence++;
                    word = 0;
                } else if (words.get(word).end() <= start) {
                    word++;
                } else {
                    Word here = words.get(word);
                    if (here.start() < end && !profile.isStop(here.lower())) {
                        int[] before = terms.get(sentence)[word];
                        int[] after = Arrays.copyOf(before, before.length + 1);
                        after[before.length] = count(term);
                        terms.get(sentence)[word] = after;
                    }
                    return;
                }
            }
        }
    }

    private int count(String term) {
        int id = ids.computeIfAbsent(term, key -> ids.size());
        if (id == occurrences.length) {
            occurrences = Arrays.copyOf(occurrences, 2 * id);
        }
        occurrences[id]++;
        return id;
    }

    /** The number of terms. */
    int size() {
        return ids.size();
    }

    /** Occurrences of a term. */
    int occurrences(int term) {
        return occurrences[term];
    }

    /** The terms of a text that were read before, without counting them. */
    List<Integer> known(LanguageProfile profile, String text) {
        List<Integer> found = new ArrayList<>();
        languages.terms(profile, text, (term, start, end) -> {
            Integer id = ids.get(term);
            if (id != null) {
                found.add(id);
            }
        });
        return found;
    }

    /** A number for the term as one speaker's. */
    int spoken(String speaker, int term) {
        int by = speakers.computeIfAbsent(speaker, key -> speakers.size());
        return spoken.computeIfAbsent(((long) by << 32) | term, key -> spoken.size());
    }

    /** Number of ids that {@link #spoken} has given. */
    int spokenSize() {
        return spoken.size();
    }
}
