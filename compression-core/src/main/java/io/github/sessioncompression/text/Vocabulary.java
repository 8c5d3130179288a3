package io.github.sessioncompression.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The terms of a set of texts: a number for each, how often it occurs, how it is written, and which speaker uses it.
 *
 * <p>A term is a word's stem, or what else the language's analyser makes of a word; a word of a script without spaces has
 * several. Terms are numbered from 0 in the order in which they are met. Not thread-safe.
 */
public final class Vocabulary {
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

    /** An empty vocabulary. */
    public Vocabulary(Languages languages) {
        this.languages = languages;
    }

    /**
     * Finds the terms of the sentences of one text and counts them.
     *
     * @param text what the words' places refer to
     * @param profile the text's language
     * @param sentences the text's sentences, or what was kept of them, in order
     * @return for each sentence and each of its words the numbers of its terms; none for words of grammar
     */
    public List<int[][]> read(String text, LanguageProfile profile, List<SentenceWords> sentences) {
        List<int[][]> terms = new ArrayList<>(sentences.size());
        for (SentenceWords sentence : sentences) {
            int[][] ofWords = new int[sentence.words().size()][];
            Arrays.fill(ofWords, NONE);
            terms.add(ofWords);
        }
        if (!sentences.isEmpty()) {
            Cursor cursor = new Cursor(profile, sentences, terms);
            languages.terms(profile, text.replace('’', '\''), cursor::accept);
        }
        return terms;
    }

    private final class Cursor {
        private final LanguageProfile profile;
        private final List<SentenceWords> sentences;
        private final List<int[][]> terms;
        private int sentence;
        private int word;

        private Cursor(LanguageProfile profile, List<SentenceWords> sentences, List<int[][]> terms) {
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
                    if (here.start() < end && !profile.use(here).isStop()) {
                        add(count(term, here, sentences.get(sentence).aside(), profile), words);
                    }
                    return;
                }
            }
        }

        private void add(int term, List<Word> words) {
            int[][] ofSentence = terms.get(sentence);
            int[] before = ofSentence[word];
            int[] after = Arrays.copyOf(before, before.length + 1);
            after[before.length] = term;
            if (word > 0 && profile.use(words.get(word - 1)).isDeterminer()) {
                asNoun[term]++;
            }
            ofSentence[word] = after;
        }
    }

    private int count(String term, Word word, boolean aside, LanguageProfile profile) {
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
        if (aside || profile.use(word).isLight() || word.lower().indexOf('\'') >= 0) {
            light.set(id);
        }
        return id;
    }

    /** The number of terms. */
    public int size() {
        return ids.size();
    }

    /** How often the term was read. */
    public int occurrences(int term) {
        return occurrences[term];
    }

    /**
     * The word in small letters if it opens a sentence and is written small elsewhere: its capital says only that a sentence
     * starts; else the word itself.
     *
     * @param terms the word's terms, as {@link #read} gave them
     */
    public Word uncapitalised(Word word, int[] terms) {
        return word.opensSentence() && !word.isProper() && terms.length > 0 && isSmall(terms) ? word.small() : word;
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
    public int asNoun(int term) {
        return asNoun[term];
    }

    /** Whether the term ever stood for an everyday word or in an aside, so that it is nobody's topic. */
    public boolean isLight(int term) {
        return light.get(term);
    }

    /** A word in which the term occurs, one in small letters if there is any. */
    public Word writtenAs(int term) {
        return writtenAs.get(term);
    }

    /** The terms of a text, without counting them. */
    public List<Integer> known(LanguageProfile profile, String text) {
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
    public int spoken(String speaker, int term) {
        int by = speakers.computeIfAbsent(speaker, key -> speakers.size());
        return spoken.computeIfAbsent(((long) by << 32) | term, key -> spoken.size());
    }

    /** How many numbers {@link #spoken} has given. */
    public int spokenSize() {
        return spoken.size();
    }
}
