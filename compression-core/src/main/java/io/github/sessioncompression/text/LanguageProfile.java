package io.github.sessioncompression.text;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    }

    /** The profile of {@code code}; empty but for {@code functionWords} if there is no resource file for it. */
    static LanguageProfile load(String code, Set<String> functionWords) {
        return new LanguageProfile(code, LanguageFile.load(code), functionWords);
    }

    /** The language's ISO 639-1 code; {@code und} for an unknown one. */
    public String code() {
        return code;
    }

    private boolean is(WordKind kind, String word) {
        Set<WordKind> kinds = file.words().get(word);
        boolean whole = kinds != null && kinds.contains(kind);
        return whole || (unspaced && WordKind.INFIXES.contains(kind) && hasInfix(kind, word));
    }

    private boolean hasInfix(WordKind kind, String word) {
        for (Map.Entry<String, EnumSet<WordKind>> entry : file.words().entrySet()) {
            if (entry.getValue().contains(kind) && word.contains(entry.getKey())) {
                return true;
            }
        }
        return false;
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
        return is(WordKind.ABBREVIATION, word)
                || WordKind.ABBREVIATIONS.contains(word)
                || (word.length() > ENDING && is(WordKind.ABBREVIATION, '-' + word.substring(word.length() - ENDING)));
    }

    /** Whether the word, in lower case, is short for another only before a number: "no. 5". */
    boolean isNumbered(String word) {
        return is(WordKind.NUMBERED, word) || WordKind.BEFORE_NUMBERS.contains(word);
    }

    /** Whether the word, in lower case, is a short form that often ends a sentence: "etc.". */
    boolean isClosing(String word) {
        return is(WordKind.CLOSING, word);
    }

    /** The words that say which language a text is in: grammar, not content. */
    Set<String> functionWords() {
        return stop;
    }

    /** Whether the word, in lower case, is grammar and no content. */
    public boolean isStop(String word) {
        return stop.contains(word);
    }

    /** Whether the word means the one who speaks. */
    public boolean isFirstPerson(String word) {
        return is(WordKind.FIRST, word);
    }

    /** Whether the word names the speaker as who does something, so that a note can do without it. */
    public boolean isSubject(String word) {
        return is(WordKind.SUBJECT, word);
    }

    /** Whether the word means the one spoken to. */
    public boolean isSecondPerson(String word) {
        return is(WordKind.SECOND, word);
    }

    /** Whether the word means somebody or something named before. */
    public boolean isThirdPerson(String word) {
        return is(WordKind.THIRD, word);
    }

    /** Whether the word means other people than those who talk. */
    public boolean isOthers(String word) {
        return is(WordKind.OTHERS, word);
    }

    /** Whether the word negates. */
    public boolean isNegation(String word) {
        return is(WordKind.NEGATION, word) || word.endsWith("n't");
    }

    /** Whether the word means yes. */
    public boolean isYes(String word) {
        return is(WordKind.YES, word);
    }

    /** Whether the word asks for more than yes or no. */
    public boolean isAsking(String word) {
        return is(WordKind.ASKING, word);
    }

    /** Whether the word says what may, must or can be. */
    public boolean isModal(String word) {
        return is(WordKind.MODAL, word);
    }

    /** Whether the word compares or limits: "more", "only", "at least". */
    public boolean isComparison(String word) {
        return is(WordKind.COMPARISON, word);
    }

    /** Whether a sentence would say something else without the word: it negates, compares, limits, or says what may be or when. */
    public boolean isBinding(String word) {
        return isNegation(word) || isModal(word) || isComparison(word) || isTime(word) || is(WordKind.MONTH, word);
    }

    /** Whether a clause may well begin with the word, so that what stands before it is no part of a phrase with it. */
    public boolean opensClause(String word) {
        return isFirstPerson(word)
                || isSecondPerson(word)
                || isThirdPerson(word)
                || isDeterminer(word)
                || isNegation(word);
    }

    /** Whether a note can do without the word: articles and fillers. */
    public boolean isDropped(String word) {
        return is(WordKind.DROPPED, word);
    }

    /** Whether the word joins clauses. */
    public boolean isConjunction(String word) {
        return is(WordKind.CONJUNCTION, word);
    }

    /** Whether what begins with the word goes against what stands before it: "but". */
    public boolean isContrast(String word) {
        return is(WordKind.CONTRAST, word);
    }

    /** Whether the word joins a clause to one it depends on. */
    public boolean isJoiner(String word) {
        return is(WordKind.JOINER, word);
    }

    /** Whether the word opens a phrase that can be left out. */
    public boolean isPreposition(String word) {
        return is(WordKind.PREPOSITION, word);
    }

    /** Whether the word is a preposition and an article in one: "im", "du". */
    public boolean isContraction(String word) {
        return is(WordKind.CONTRACTION, word);
    }

    /** Whether what begins with the word limits what stands before it, so that the two are never parted. */
    public boolean isGlue(String word) {
        return is(WordKind.GLUE, word);
    }

    /** Whether it is an everyday word that carries little. */
    public boolean isLight(String word) {
        return is(WordKind.LIGHT, word) || is(WordKind.COURTESY, word);
    }

    /** Whether a noun is near behind the word. */
    public boolean isDeterminer(String word) {
        return is(WordKind.DETERMINER, word);
    }

    /** Whether determiners tell nouns in this language. */
    public boolean hasDeterminers() {
        return determiners;
    }

    /** Whether the word is said for politeness. */
    public boolean isCourtesy(String word) {
        return is(WordKind.COURTESY, word);
    }

    /** Whether the word says when. */
    public boolean isTime(String word) {
        return is(WordKind.TIME, word);
    }

    /** Whether the word names a month or another fixed time. */
    boolean isMonth(String word) {
        return is(WordKind.MONTH, word);
    }

    /** Whether the word says when only together with the day on which it is said. */
    public boolean isRelativeTime(String word) {
        return is(WordKind.RELATIVE, word);
    }

    /** Whether the word makes the time behind it a relative one, such as "last". */
    public boolean leadsRelativeTime(String word) {
        return is(WordKind.RELATIVE_LEAD, word);
    }

    /** Whether the word shows that somebody is upset. */
    public boolean isUpset(String word) {
        return is(WordKind.UPSET, word);
    }

    /** Whether the word shows that somebody is pleased. */
    public boolean isPleased(String word) {
        return is(WordKind.PLEASED, word);
    }

    /** Whether a note must not end with the word. */
    public boolean leadsOn(String word) {
        Set<WordKind> kinds = file.words().get(word);
        return kinds != null && kinds.stream().anyMatch(WordKind.LEADING_ON::contains);
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
        return isUnspaced()
                ? phrases(cue).isPartOf(words, from, to)
                : phrases(cue).occursIn(words, from, to);
    }

    /** Whether a word, in a script without spaces a run of them, ends with a phrase of the cue. */
    boolean endsWithCue(String cue, Word word) {
        return phrases(cue).isEndOf(word);
    }

    /** The number of words of the cue's longest phrase that starts at {@code at} and ends before {@code end}, 0 if none does. */
    public int cueLength(String cue, List<Word> words, int at, int end) {
        return phrases(cue).lengthAt(words, at, end);
    }

    /** Whether a sentence says that it corrects something: "actually" anywhere, "no" only where it is set off, since it denies otherwise. */
    public boolean corrects(List<Word> words) {
        if (hasCue("correction", words, 0, words.size())) {
            return true;
        }
        for (int i = 0; i < words.size() - 1; i++) {
            boolean setOff =
                    words.get(i).after() != 0 && (i == 0 || words.get(i - 1).after() != 0);
            if (setOff && cueLength("retraction", words, i, i + 1) > 0) {
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
