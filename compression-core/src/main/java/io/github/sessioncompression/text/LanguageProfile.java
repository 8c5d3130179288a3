package io.github.sessioncompression.text;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the words of one language do in a sentence: who speaks, what joins clauses, what is courtesy, what carries little.
 *
 * <p>Read from a small resource file of our own per language; a language without one has an empty profile and is then
 * split by punctuation only and rendered word for word. Immutable, so safe for use by many threads.
 */
public final class LanguageProfile {
    /** Letters of an ending that shortens a word: "Hauptstr.". */
    private static final int ENDING = 3;

    private static final Set<String> UNSPACED = Set.of("zh", "ja");

    private final String code;
    private final LanguageFile file;
    private final Labels labels;
    private final Set<String> stop = new HashSet<>();
    private final boolean unspaced;
    private final boolean determiners;
    private final WordUses uses;

    private LanguageProfile(String code, LanguageFile file, Set<String> moreFunctionWords) {
        this.code = code;
        this.file = file;
        unspaced = UNSPACED.contains(code);
        determiners = file.words().values().stream().anyMatch(kinds -> kinds.contains(WordKind.DETERMINER));
        labels = Labels.load(code);
        stop.addAll(moreFunctionWords);
        file.words().forEach((word, kinds) -> {
            if (kinds.contains(WordKind.TIME) || kinds.contains(WordKind.LIGHT)) {
                stop.remove(word);
            } else if (kinds.stream().anyMatch(WordKind.GRAMMAR::contains)) {
                stop.add(word);
            }
        });
        uses = new WordUses(file, stop, unspaced);
    }

    /** The profile of {@code code}; empty but for {@code functionWords} if there is no resource file for it. */
    static LanguageProfile load(String code, Set<String> functionWords) {
        return new LanguageProfile(code, LanguageFile.load(code), functionWords);
    }

    /** The language's ISO 639-1 code; {@code und} for an unknown one. */
    public String code() {
        return code;
    }

    /** What a word of a text does, known since it was split off where that was done in this language. */
    public WordUse use(Word word) {
        return word.use().isAmong(uses) ? word.use() : uses.of(word.lower());
    }

    /** What a word in lower case does. */
    public WordUse use(String word) {
        return uses.of(word);
    }

    /** Whether the language is written without spaces, so that what counts as a word is a run of several. */
    public boolean isUnspaced() {
        return unspaced;
    }

    /** Whether a number followed by a full stop is an ordinal. */
    boolean hasOrdinalStops() {
        return WordKind.ORDINAL_STOPS.contains(code);
    }

    /** Whether a full stop behind the word, in lower case, belongs to it. */
    boolean isAbbreviation(String word) {
        return use(word).is(WordKind.ABBREVIATION)
                || WordKind.ABBREVIATIONS.contains(word)
                || (word.length() > ENDING
                        && use('-' + word.substring(word.length() - ENDING)).is(WordKind.ABBREVIATION));
    }

    /** Whether the word, in lower case, is short for another only before a number: "no. 5". */
    boolean isNumbered(String word) {
        return use(word).is(WordKind.NUMBERED) || WordKind.BEFORE_NUMBERS.contains(word);
    }

    /** Whether the word, in lower case, is a short form that often ends a sentence: "etc.". */
    boolean isClosing(String word) {
        return use(word).is(WordKind.CLOSING);
    }

    /** The words that say which language a text is in: grammar, not content. */
    Set<String> functionWords() {
        return stop;
    }

    /** Whether determiners tell nouns in this language. */
    public boolean hasDeterminers() {
        return determiners;
    }

    /** A word as it stands in a text, known as the language's lists hold it however people in a hurry write it: "dont". */
    Word word(String surface, int start, int end, char after, boolean quoted, boolean opensSentence) {
        String spelt = spelling(surface.toLowerCase(Locale.ROOT));
        return Word.of(surface, spelt, use(spelt), start, end, after, quoted, opensSentence);
    }

    /** How a word in small letters is spelt that is written in a hurry or drawn out. */
    String spelling(String word) {
        String usual = DrawnOut.shortened(word, this);
        return file.spelling().getOrDefault(usual, usual);
    }

    /** How a note-taker writes {@code word} at the head of a clause, else {@code fallback}. */
    public String atHead(String word, String fallback) {
        return file.rewritten().getOrDefault(word, fallback);
    }

    /**
     * Whether a phrase of the cue occurs in the words from {@code from} to before {@code to}.
     *
     * @param cue a cue of the language files, such as {@code decision}; one that the language lacks never occurs
     */
    public boolean hasCue(String cue, List<Word> words, int from, int to) {
        if (unspaced) {
            return phrases(cue).isPartOf(words, from, to);
        }
        for (int at = from; at < to; at++) {
            if (cueLength(cue, words, at, to) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Whether a word, in a script without spaces a run of them, ends with a phrase of the cue. */
    public boolean endsWithCue(String cue, Word word) {
        return phrases(cue).isEndOf(word);
    }

    /** The number of words of the cue's longest phrase that starts at {@code at} and ends before {@code end}, 0 if none does. */
    public int cueLength(String cue, List<Word> words, int at, int end) {
        return use(words.get(at)).phraseLength(cue, words, at, end);
    }

    /** Whether a sentence says that it corrects something: "actually" anywhere, "no" or "oh no sorry" only where it is set off, since it denies otherwise. */
    public boolean corrects(List<Word> words) {
        if (hasCorrection(words)) {
            return true;
        }
        boolean front = true;
        boolean setOff = true;
        for (int i = 0; i < words.size() - 1; i++) {
            boolean retracts = cueLength("retraction", words, i, i + 1) > 0;
            boolean ends = words.get(i).after() != 0;
            front &= Unmarked.interjects(words.get(i).lower(), this);
            setOff &= retracts || front;
            if (setOff && retracts && ends) {
                return true;
            }
            setOff |= ends;
        }
        return false;
    }

    /** Whether it holds a phrase that puts right, and not as a part of another: "no longer" but "no longer than". */
    private boolean hasCorrection(List<Word> words) {
        if (isUnspaced()) {
            return hasCue("correction", words, 0, words.size());
        }
        for (int i = 0; i < words.size(); i++) {
            if (cueLength("correction", words, i, words.size()) > 0
                    && cueLength("no-correction", words, i, words.size()) == 0) {
                return true;
            }
        }
        return false;
    }

    private PhraseSet phrases(String cue) {
        return file.phrases().getOrDefault(cue, PhraseSet.NONE);
    }

    /** What a state says of its own in this language. */
    public Labels labels() {
        return labels;
    }
}
