package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Stems;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The matter of a sentence, to be compared with another's: what is left of its words without those that only say that something may, must or
 * may not be.
 *
 * <p>Of a language with spaces each such word counts by its stem, without an elided article or pronoun in front, and a verb's particle apart
 * from the verb, wherever it stands: "ruf … an" and "anzurufen" are the same. Where words are not parted each character counts, and
 * of letters of the alphabet and digits each run. Not thread-safe; lives for one sentence.
 */
public final class MatterWords {
    /** Characters of the longest run that is looked up where words are not parted. */
    private static final int LONGEST_IDLE = 8;
    /** Stands for the speaker to whom something is done, in whatever words. */
    static final String TOWARD = "toward";
    /** So many Hiragana that are no grammar are a word. */
    private static final int SHORTEST_HIRAGANA = 3;
    /** Letters that a verb has at least behind its particle, and letters that "ge" stands before in a participle. */
    private static final int SHORTEST_VERB = 3;

    private static final int SHORTEST_PARTICIPLE = 6;

    private final AnchorLanguage language;
    /** The list of words that are no matter, beside those of every sentence. */
    private final String idle;

    private final Stems stems;
    private final List<String> matter = new ArrayList<>();

    private MatterWords(AnchorLanguage language, String idle, Stems stems) {
        this.language = language;
        this.stems = stems;
        this.idle = idle;
    }

    /**
     * The matter of words in lower case.
     *
     * @param idle the list of words that are no matter
     */
    public static Set<String> of(List<String> words, AnchorLanguage language, String idle) {
        return of(words, language, idle, Stems.of(language.code()));
    }

    /** The same with the language's stems, which remember what they were asked. */
    public static Set<String> of(List<String> words, AnchorLanguage language, String idle, Stems stems) {
        MatterWords matter = new MatterWords(language, idle, stems);
        if (language.isUnspaced()) {
            matter.readUnspaced(words);
        } else {
            matter.readWords(words);
        }
        return new LinkedHashSet<>(matter.matter);
    }

    /**
     * The matter of characters of a script without spaces, in their order and each as often as it stands there.
     *
     * @param idle the list of words that are no matter
     */
    public static List<String> row(List<String> characters, AnchorLanguage language, String idle) {
        MatterWords matter = new MatterWords(language, idle, Stems.of(language.code()));
        matter.readUnspaced(characters);
        matter.matter.removeIf(TOWARD::equals);
        return matter.matter;
    }

    /**
     * The matter of each of the words, in their order; an empty text for one that has none.
     *
     * @param words of a language with spaces
     */
    public static List<String> each(List<String> words, AnchorLanguage language, String idle) {
        return each(words, language, idle, Stems.of(language.code()));
    }

    /** The same with the language's stems, which remember what they were asked. */
    public static List<String> each(List<String> words, AnchorLanguage language, String idle, Stems stems) {
        MatterWords one = new MatterWords(language, idle, stems);
        List<String> each = new ArrayList<>(words.size());
        for (String word : words) {
            one.matter.clear();
            one.readWords(List.of(word));
            one.matter.removeIf(TOWARD::equals);
            each.add(String.join("", one.matter));
        }
        return each;
    }

    private void readWords(List<String> words) {
        List<String> parts = new ArrayList<>(words.size() + 4);
        words.forEach(word -> split(word, parts));
        for (int i = 0; i < parts.size(); i++) {
            String word = parts.get(i);
            boolean apart = language.has("particle", word)
                    && (i == parts.size() - 1 || parts.get(i + 1).equals("te"));
            if (apart) {
                matter.add(word + '-');
            } else if (language.has("toward", word)) {
                matter.add(TOWARD);
            } else if (!language.has(idle, word) && Character.isLetterOrDigit(word.charAt(0))) {
                matter.add(stems.stem(language.same(withoutParticle(word).replace('ё', 'е'))));
            }
        }
    }

    /** The parts of a word: before and behind an apostrophe or hyphen, and the pronoun at the end of a verb. */
    private void split(String word, List<String> parts) {
        String rest = word;
        boolean elides = language.has("elides", "'");
        for (int i = 0; i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (c == '-' || (elides && c == '\'')) {
                // Of "e-mail" the letter says nothing, and in front of an apostrophe stands a pronoun or an article.
                if (i > 1 || c == '\'') {
                    parts.add(rest.substring(0, i));
                }
                rest = rest.substring(i + 1);
                i = -1;
            }
        }
        for (String pronoun : language.list("enclitic")) {
            int verb = rest.length() - pronoun.length();
            if (verb > SHORTEST_VERB && rest.endsWith(pronoun) && rest.charAt(verb - 1) == 'r') {
                parts.add(pronoun);
                rest = rest.substring(0, verb);
                break;
            }
        }
        if (!rest.isEmpty()) {
            parts.add(rest);
        }
    }

    /** The word behind the particle that it begins with, which is matter of its own. */
    private String withoutParticle(String word) {
        String longest = "";
        for (String particle : language.list("particle")) {
            boolean longer = particle.length() > longest.length() && word.length() >= particle.length() + SHORTEST_VERB;
            longest = longer && word.startsWith(particle) ? particle : longest;
        }
        if (longest.isEmpty()) {
            return word;
        }
        matter.add(longest + '-');
        String verb = word.substring(longest.length());
        boolean leads = verb.startsWith("zu") || (verb.startsWith("ge") && verb.length() >= SHORTEST_PARTICIPLE);
        return leads && verb.length() > SHORTEST_VERB + 1 ? verb.substring(2) : verb;
    }

    private void readUnspaced(List<String> words) {
        StringBuilder hiragana = new StringBuilder();
        int at = 0;
        while (at < words.size()) {
            int toward = longest("toward", words, at);
            if (toward > 0) {
                matter.add(TOWARD);
            }
            int none = Math.max(toward, longest(idle, words, at));
            String word = words.get(at);
            char first = word.charAt(0);
            boolean isHiragana = first >= '\u3041' && first <= '\u309f';
            if (none > 0 || !isHiragana) {
                addWord(hiragana);
            }
            if (none == 0 && isHiragana) {
                hiragana.append(word);
            } else if (none == 0 && Character.isLetterOrDigit(first)) {
                matter.add(word);
            }
            at += Math.max(1, none);
        }
        addWord(hiragana);
    }

    private void addWord(StringBuilder hiragana) {
        if (hiragana.length() >= SHORTEST_HIRAGANA) {
            matter.add(hiragana.toString());
        }
        hiragana.setLength(0);
    }

    /** How many words the longest run from there on has that is in the list under a key, 0 if none is. */
    private int longest(String key, List<String> words, int at) {
        StringBuilder run = new StringBuilder();
        int longest = 0;
        for (int i = at; i < Math.min(words.size(), at + LONGEST_IDLE); i++) {
            run.append(words.get(i));
            if (language.has(key, run.toString())) {
                longest = i + 1 - at;
            }
        }
        return longest;
    }
}
