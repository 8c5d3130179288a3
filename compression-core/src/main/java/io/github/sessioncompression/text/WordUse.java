package io.github.sessioncompression.text;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one word does in the sentences of its language: who speaks, what joins clauses, what is courtesy, what carries little.
 *
 * <p>Looked up once, where a text is split into words, for all that ask about the word later. Immutable, so safe for use by many threads.
 */
public final class WordUse {
    /** The end of an English word with a "not" in short. */
    static final String SHORT_NOT = "n't";

    /** Of a word of which no language was asked. */
    static final WordUse UNREAD = new WordUse(null, "", EnumSet.noneOf(WordKind.class), false, Map.of());

    private final @Nullable WordUses among;
    private final String word;
    /** What the word does as a whole. */
    private final EnumSet<WordKind> kinds;

    private final boolean stop;
    /** The phrases that begin with the word, by their cue, longest first. */
    private final Map<String, List<String[]>> phrases;

    private final boolean shortNot;
    private final boolean leadsOn;

    /**
     * The use of a word in lower case.
     *
     * @param among those of its language; {@code null} if none was asked
     * @param kinds what the word does as a whole
     * @param stop whether it is grammar and no content
     * @param phrases the phrases of the language's cues that begin with it, by their cue
     */
    WordUse(
            @Nullable WordUses among,
            String word,
            EnumSet<WordKind> kinds,
            boolean stop,
            Map<String, List<String[]>> phrases) {
        this.among = among;
        this.word = word;
        this.kinds = kinds;
        this.stop = stop;
        this.phrases = phrases;
        shortNot = word.endsWith(SHORT_NOT);
        leadsOn = kinds.stream().anyMatch(WordKind.LEADING_ON::contains);
    }

    /** Whether it is one of those. */
    boolean isAmong(WordUses uses) {
        return among == uses;
    }

    boolean is(WordKind kind) {
        return kinds.contains(kind) || (among != null && among.hasInfix(kind, word));
    }

    /** Whether a phrase of one of the language's cues begins with the word. */
    boolean opensPhrase() {
        return !phrases.isEmpty();
    }

    /** The number of words of the cue's longest phrase that starts with the word, which is at {@code at}, and ends before {@code end}; 0 if none does. */
    int phraseLength(String cue, List<Word> words, int at, int end) {
        List<String[]> of = phrases.isEmpty() ? null : phrases.get(cue);
        return of == null ? 0 : PhraseSet.lengthOf(of, words, at, end);
    }

    /** Whether the word is grammar and no content. */
    public boolean isStop() {
        return stop;
    }

    /** Whether the word means the one who speaks. */
    public boolean isFirstPerson() {
        return is(WordKind.FIRST);
    }

    /** Whether the word names the speaker as who does something, so that a note can do without it. */
    public boolean isSubject() {
        return is(WordKind.SUBJECT);
    }

    /** Whether the word means the one spoken to. */
    public boolean isSecondPerson() {
        return is(WordKind.SECOND);
    }

    /** Whether the word means somebody or something named before. */
    public boolean isThirdPerson() {
        return is(WordKind.THIRD);
    }

    /** Whether the word means other people than those who talk. */
    public boolean isOthers() {
        return is(WordKind.OTHERS);
    }

    /** Whether the word negates. */
    public boolean isNegation() {
        return shortNot || is(WordKind.NEGATION);
    }

    /** Whether the word means yes. */
    public boolean isYes() {
        return is(WordKind.YES);
    }

    /** Whether the word asks for more than yes or no. */
    public boolean isAsking() {
        return is(WordKind.ASKING);
    }

    /** Whether the word says what may, must or can be. */
    public boolean isModal() {
        return is(WordKind.MODAL);
    }

    /** Whether the word compares or limits: "more", "only", "at least". */
    public boolean isComparison() {
        return is(WordKind.COMPARISON);
    }

    /** Whether a sentence would say something else without the word: it negates, compares, limits, or says what may be or when. */
    public boolean isBinding() {
        return isNegation() || isModal() || isComparison() || isTime() || is(WordKind.MONTH);
    }

    /** Whether the word says what a sentence is about: it is no grammar, carries something, and does not bind. */
    public boolean isContent() {
        return !isStop() && !isLight() && !isBinding();
    }

    /** Whether a clause may well begin with the word, so that what stands before it is no part of a phrase with it. */
    public boolean opensClause() {
        return isFirstPerson() || isSecondPerson() || isThirdPerson() || isDeterminer() || isNegation();
    }

    /** Whether a note can do without the word: articles and fillers. */
    public boolean isDropped() {
        return is(WordKind.DROPPED);
    }

    /** Whether the word joins clauses. */
    public boolean isConjunction() {
        return is(WordKind.CONJUNCTION);
    }

    /** Whether what begins with the word goes against what stands before it: "but". */
    public boolean isContrast() {
        return is(WordKind.CONTRAST);
    }

    /** Whether the word joins a clause to one it depends on. */
    public boolean isJoiner() {
        return is(WordKind.JOINER);
    }

    /** Whether the word opens a phrase that can be left out. */
    public boolean isPreposition() {
        return is(WordKind.PREPOSITION);
    }

    /** Whether the word is a preposition and an article in one: "im", "du". */
    public boolean isContraction() {
        return is(WordKind.CONTRACTION);
    }

    /** Whether what begins with the word limits what stands before it, so that the two are never parted. */
    public boolean isGlue() {
        return is(WordKind.GLUE);
    }

    /** Whether it is an everyday word that carries little. */
    public boolean isLight() {
        return is(WordKind.LIGHT) || is(WordKind.COURTESY);
    }

    /** Whether a noun is near behind the word. */
    public boolean isDeterminer() {
        return is(WordKind.DETERMINER);
    }

    /** Whether the word is said for politeness. */
    public boolean isCourtesy() {
        return is(WordKind.COURTESY);
    }

    /** Whether the word says when. */
    public boolean isTime() {
        return is(WordKind.TIME);
    }

    /** Whether the word names a month or another fixed time. */
    boolean isMonth() {
        return is(WordKind.MONTH);
    }

    /** Whether the word says when only together with the day on which it is said. */
    public boolean isRelativeTime() {
        return is(WordKind.RELATIVE);
    }

    /** Whether the word makes the time behind it a relative one, such as "last". */
    public boolean leadsRelativeTime() {
        return is(WordKind.RELATIVE_LEAD);
    }

    /** Whether the word shows that somebody is upset. */
    public boolean isUpset() {
        return is(WordKind.UPSET);
    }

    /** Whether the word shows that somebody is pleased. */
    public boolean isPleased() {
        return is(WordKind.PLEASED);
    }

    /** Whether a note must not end with the word. */
    public boolean leadsOn() {
        return leadsOn;
    }

    /** Whether the other is that of the same word in the same language. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof WordUse use && among == use.among && word.equals(use.word);
    }

    @Override
    public int hashCode() {
        return word.hashCode();
    }
}
