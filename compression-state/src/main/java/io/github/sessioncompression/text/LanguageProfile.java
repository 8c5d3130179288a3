package io.github.sessioncompression.text;

import io.github.sessioncompression.option.Resources;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Words and phrases of one language: grammar, cues of statements, and the words used beside values.
 *
 * <p>Each line of a resource file is a key and words: the names of {@link WordKind} and {@link Cue} in lower case
 * ({@code no-rule} for phrases that rule a cue out), {@code month} and {@code number} with their values, {@code clock}
 * and {@code of} for words beside times and days, {@code extension} for files.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>read {@code common.txt}, which holds for all languages, and the language's own file if there is one;
 *   <li>the stop words are Lucene's and the language's words of grammar, except for everyday words and words of time,
 *       which carry something.
 * </ol>
 *
 * <p>Ten languages have a file; every other one has Lucene's stop words and the common words, so its values and names
 * are found and its statements are not. <em>Threads</em>: immutable after loading, so safe for use by many. <em>On
 * failure</em>: a malformed line ends loading with an exception; a test reads all files.
 *
 * @see Languages
 */
public final class LanguageProfile {
    /** Languages that are written without spaces between words. */
    private static final Set<String> UNSPACED = Set.of("zh", "ja");
    /** Languages that write an ordinal as a number and a full stop. */
    private static final Set<String> ORDINAL_STOPS = Set.of("de", "da", "no", "fi", "cs", "hu", "tr");
    /** Languages in which a capital inside a sentence is no sign of a name. */
    private static final Set<String> CAPITAL_NOUNS = Set.of("de");

    /** Kinds of words that are stop words. */
    private static final Set<WordKind> GRAMMAR =
            EnumSet.of(WordKind.FIRST, WordKind.SECOND, WordKind.THIRD, WordKind.NEGATION, WordKind.FUNCTION);
    /** Kinds that are found inside a run of characters of a script without spaces. */
    private static final Set<WordKind> INFIXES =
            EnumSet.of(WordKind.FIRST, WordKind.SECOND, WordKind.NEGATION, WordKind.TIME);

    /** Keys of the lists of {@link #has}. */
    private static final Set<String> VALUE_LISTS = Set.of("clock", "of", "extension");

    /** Ending of a negated verb in English. It is no word of its own, and no list holds all verbs. */
    private static final String NEGATED = "n't";

    private final String code;
    private final boolean unspaced;
    /** Kinds by word in lower case. */
    private final Map<String, EnumSet<WordKind>> kinds = new HashMap<>();
    /** Words that are found inside a run; empty for languages with spaces. */
    private final Map<WordKind, List<String>> infixes = new EnumMap<>(WordKind.class);

    private final Set<String> stop;
    private final CuePhrases cues;
    /** The words of each list of {@link #has}, by its name. */
    private final Map<String, Set<String>> lists = new HashMap<>();
    /** Number of a month, 1 to 12, by each of its spellings in lower case. */
    private final Map<String, Integer> months = new HashMap<>();
    /** Hashes of the first letter and the length of {@link #months}: most words have another, and need not be lowered. */
    private final BitSet monthStarts = new BitSet();

    private final Map<String, Integer> numbers = new HashMap<>();

    /**
     * The profile of a language.
     *
     * @param code ISO 639-1, {@code und} for an unknown language
     * @param moreStopWords Lucene's stop words
     */
    LanguageProfile(String code, Set<String> moreStopWords) {
        this.code = code;
        unspaced = UNSPACED.contains(code);
        cues = new CuePhrases(unspaced);
        stop = new HashSet<>(moreStopWords);
        read("common");
        if (LanguageProfile.class.getResource(code + ".txt") != null) {
            read(code);
        }
        months.keySet().forEach(month -> monthStarts.set(monthStart(month.charAt(0), month.length())));
        kinds.forEach((word, of) -> {
            if (of.contains(WordKind.TIME) || of.contains(WordKind.LIGHT)) {
                stop.remove(word);
            } else if (!Collections.disjoint(of, GRAMMAR)) {
                stop.add(word);
            }
        });
    }

    private void read(String name) {
        Resources.lines(LanguageProfile.class, name + ".txt").forEach(this::readLine);
    }

    /** Reads a line {@code key = words}; a key that is none of those in the class doc throws. */
    private void readLine(String line) {
        int equals = line.indexOf(" = ");
        String key = line.substring(0, equals);
        String value = line.substring(equals + 3).strip();
        if (key.equals("month")) {
            numbered(value, months);
        } else if (key.equals("number")) {
            numbered(value, numbers);
        } else if (VALUE_LISTS.contains(key)) {
            lists.computeIfAbsent(key, first -> new HashSet<>()).addAll(List.of(value.split(" +", -1)));
        } else if (!readCue(key, value)) {
            readWords(WordKind.valueOf(key.toUpperCase(Locale.ROOT)), value);
        }
    }

    /** Reads a line of phrases; false if the key is no cue. */
    private boolean readCue(String key, String value) {
        for (Cue cue : Cue.values()) {
            if (key.equals(cue.key()) || key.equals("no-" + cue.key())) {
                cues.add(cue, value, !key.equals(cue.key()));
                return true;
            }
        }
        return false;
    }

    private void readWords(WordKind kind, String value) {
        List<String> words = List.of(value.split(" +", -1));
        words.forEach(word -> kinds.computeIfAbsent(word, key -> EnumSet.noneOf(WordKind.class))
                .add(kind));
        if (unspaced && INFIXES.contains(kind)) {
            infixes.put(kind, words);
        }
    }

    /** Reads groups such as {@code jan,january:1}: several spellings and their number. */
    private static void numbered(String value, Map<String, Integer> into) {
        for (String group : value.split(" +", -1)) {
            int colon = group.lastIndexOf(':');
            int number = Integer.parseInt(group.substring(colon + 1));
            for (String word : group.substring(0, colon).split(",", -1)) {
                into.put(word, number);
            }
        }
    }

    /** The language's ISO 639-1 code; {@code und} for an unknown one. */
    public String code() {
        return code;
    }

    /** True if the language is written without spaces between words. */
    public boolean isUnspaced() {
        return unspaced;
    }

    /** True if a capital inside a sentence marks a name. */
    public boolean namesHaveCapitals() {
        return !CAPITAL_NOUNS.contains(code);
    }

    /** True if a number in front of a full stop may be an ordinal: "9. März". */
    boolean hasOrdinalStops() {
        return ORDINAL_STOPS.contains(code);
    }

    /** The kinds of a word in lower case, each as {@link #is} finds it. */
    public Set<WordKind> kinds(String word) {
        if (!unspaced && !word.endsWith(NEGATED)) {
            EnumSet<WordKind> known = kinds.get(word);
            return known == null ? Set.of() : Collections.unmodifiableSet(known);
        }
        Set<WordKind> all = EnumSet.allOf(WordKind.class);
        all.removeIf(kind -> !is(kind, word));
        return all;
    }

    /** True if a word in lower case is of that kind; in a script without spaces, if it holds such a word. */
    public boolean is(WordKind kind, String word) {
        EnumSet<WordKind> of = kinds.get(word);
        if (of != null && of.contains(kind)) {
            return true;
        }
        if (unspaced) {
            for (String infix : infixes.getOrDefault(kind, List.of())) {
                if (word.contains(infix)) {
                    return true;
                }
            }
        }
        return kind == WordKind.NEGATION && word.endsWith(NEGATED);
    }

    /** True if a word in lower case is grammar without content. */
    public boolean isStop(String word) {
        return stop.contains(word);
    }

    /** True if a word in lower case is an everyday or polite word that carries little. */
    public boolean isLight(String word) {
        return is(WordKind.LIGHT, word);
    }

    /** The words by which the language of a text is recognised. */
    Set<String> stopWords() {
        return stop;
    }

    /** The cues in a sentence, which is given as its words; the marks between them are elements that a phrase may ask for. */
    public Set<Cue> cues(List<Word> words) {
        List<String> elements = new ArrayList<>(words.size() + 4);
        for (Word word : words) {
            if (unspaced) {
                word.lower().codePoints().forEach(c -> elements.add(Character.toString(c)));
            } else {
                elements.add(word.lower());
            }
            if (word.after() != 0) {
                elements.add(String.valueOf(word.after()));
            }
        }
        return cues.in(elements);
    }

    /**
     * True if a word, in any case, is in a list of words beside values.
     *
     * @param list one of {@code clock, of, extension}
     */
    public boolean has(String list, String word) {
        Set<String> words = lists.get(list);
        return words != null && words.contains(word.toLowerCase(Locale.ROOT));
    }

    /** The month of that name, 1 to 12; 0 if it is none. */
    public int month(String word) {
        return months.getOrDefault(word.toLowerCase(Locale.ROOT), 0);
    }

    /** True if a month's name may begin with that letter, in any case, and have that length. */
    public boolean mayBeMonth(char first, int length) {
        return monthStarts.get(monthStart(first, length));
    }

    /** Hash of a first letter and a length, 0 to 4,095. */
    private static int monthStart(char first, int length) {
        return (Character.toLowerCase(first) * 31 + length) & 0xFFF;
    }

    /** The number that a word in lower case names; -1 if it names none. */
    public int number(String word) {
        return numbers.getOrDefault(word, -1);
    }
}
