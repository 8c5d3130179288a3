package io.github.sessioncompression.offline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The terms of one compilation: a number for each, how often it occurs, how it is written, and which speaker uses it.
 *
 * <p>Not thread-safe; lives for one compilation.
 */
final class Vocabulary {
    private static final int[] NONE = {};

    private final Languages languages;
    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<String, Integer> speakers = new HashMap<>();
    private final Map<Long, Integer> spoken = new HashMap<>();
    private final List<Word> writtenAs = new ArrayList<>();
    private final BitSet small = new BitSet();
    private final BitSet light = new BitSet();
    private int[] occurrences = new int[1024];
    private int[] asNoun = new int[1024];

    Vocabulary(Languages languages) {
        this.languages = languages;
    }

    /** Finds the terms of the sentences of one utterance and counts them. */
    void read(Utterance utterance, List<Sentence> sentences) {
        if (sentences.isEmpty()) {
            return;
        }
        for (Sentence sentence : sentences) {
            sentence.terms = new int[sentence.words.size()][];
            Arrays.fill(sentence.terms, NONE);
        }
        Cursor cursor = new Cursor(sentences);
        String text = utterance.text().replace('’', '\'');
        languages.terms(sentences.get(0).profile, text, cursor::accept);
    }

    private final class Cursor {
        private final List<Sentence> sentences;
        private int sentence;
        private int word;

        private Cursor(List<Sentence> sentences) {
            this.sentences = sentences;
        }

        private void accept(String term, int start, int end) {
            while (sentence < sentences.size()) {
                Sentence current = sentences.get(sentence);
                if (word == current.words.size()) {
                    sentence++;
                    word = 0;
                } else if (current.words.get(word).end() <= start) {
                    word++;
                } else {
                    Word here = current.words.get(word);
                    if (here.start() < end && !current.profile.isStop(here.lower())) {
                        int[] before = current.terms[word];
                        int[] after = Arrays.copyOf(before, before.length + 1);
                        after[before.length] = count(term, here, current);
                        if (word > 0
                                && current.profile.isDeterminer(
                                        current.words.get(word - 1).lower())) {
                            asNoun[after[before.length]]++;
                        }
                        current.terms[word] = after;
                    }
                    return;
                }
            }
        }
    }

    private int count(String term, Word word, Sentence sentence) {
        int id = ids.computeIfAbsent(term, key -> ids.size());
        if (id == writtenAs.size()) {
            writtenAs.add(word);
        } else if (writtenAs.get(id).isProper() && !word.isProper() && !word.opensSentence()) {
            writtenAs.set(id, word);
        }
        if (id == occurrences.length) {
            occurrences = Arrays.copyOf(occurrences, 2 * id);
            asNoun = Arrays.copyOf(asNoun, 2 * id);
        }
        occurrences[id]++;
        if (word.surface().equals(word.lower())) {
            small.set(id);
        }
        if (sentence.aside
                || sentence.profile.isLight(word.lower())
                || word.lower().indexOf('\'') >= 0) {
            light.set(id);
        }
        return id;
    }

    /** The number of terms. */
    int size() {
        return ids.size();
    }

    int occurrences(int term) {
        return occurrences[term];
    }

    /** Writes a sentence's first word small if it is written so elsewhere: its capital says only that a sentence starts. */
    void uncapitalise(Sentence sentence) {
        for (int i = 0; i < sentence.words.size(); i++) {
            Word word = sentence.words.get(i);
            if (word.opensSentence()
                    && !word.isProper()
                    && sentence.terms[i].length > 0
                    && isSmall(sentence.terms[i])) {
                sentence.words.set(i, word.small());
            }
        }
    }

    private boolean isSmall(int[] terms) {
        for (int term : terms) {
            if (!small.get(term)) {
                return false;
            }
        }
        return true;
    }

    /** How often the term stood where a noun stands: behind a determiner. */
    int asNoun(int term) {
        return asNoun[term];
    }

    /** Whether the term ever stood for an everyday word or in an aside, so that it is nobody's topic. */
    boolean isLight(int term) {
        return light.get(term);
    }

    /** A word in which the term occurs, one in small letters if there is any. */
    Word writtenAs(int term) {
        return writtenAs.get(term);
    }

    /** The terms of a text, without counting them. */
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

    /** A number for the term as this speaker's. */
    int spoken(String speaker, int term) {
        int by = speakers.computeIfAbsent(speaker, key -> speakers.size());
        return spoken.computeIfAbsent(((long) by << 32) | term, key -> spoken.size());
    }

    /** How many numbers {@link #spoken} has given. */
    int spokenSize() {
        return spoken.size();
    }
}
