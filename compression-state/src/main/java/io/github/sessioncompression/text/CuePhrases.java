package io.github.sessioncompression.text;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Phrases of one language by the cue they give, matched against the words of a sentence.
 *
 * <p>A phrase is a row of elements: a word; words parted by {@code /}, one of which must be there; a beginning with
 * {@code *} behind it; {@code #} for a word with a digit; {@code ^} for the start of the sentence; {@code ..} for up to
 * four words of any kind. In scripts without spaces each character is a word. Example: {@code i/we decided} finds "We
 * decided on Postgres".
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>phrases are filed under their first word, or the first {@value #PREFIX} letters of a beginning;
 *   <li>each word of a sentence looks up the phrases that may begin there;
 *   <li>a phrase matches if its elements do, in order;
 *   <li>a cue that a denying phrase also gives is left out.
 * </ol>
 *
 * <p>A phrase has a bounded length and bounded gaps, so matching is linear in the words. <em>Does nothing when</em> the
 * language has no phrases. <em>Threads</em>: not safe while phrases are added; immutable after loading.
 *
 * @see LanguageProfile#cues
 */
final class CuePhrases {
    /** Words that {@code ..} may cover. */
    private static final int LONGEST_GAP = 4;
    /** Characters that {@code ..} may cover in a script without spaces. */
    private static final int LONGEST_GAP_UNSPACED = 10;
    /** Letters by which beginnings are looked up. */
    private static final int PREFIX = 3;

    /** One element of a phrase; a gap and a digit have no words. */
    private record Element(Set<String> words, List<String> beginnings, boolean gap, boolean digit) {
        boolean matches(String word) {
            if (digit) {
                return Letters.any(word, Character::isDigit);
            }
            boolean matches = words.contains(word);
            for (int i = 0; !matches && i < beginnings.size(); i++) {
                matches = word.startsWith(beginnings.get(i));
            }
            return matches;
        }
    }

    /**
     * A phrase.
     *
     * @param opens true if it must be at the start of the sentence
     * @param denies true if it rules its cue out
     */
    private record Phrase(List<Element> elements, boolean opens, Cue cue, boolean denies) {}

    /** Phrases by each word that their first element allows. */
    private final Map<String, List<Phrase>> byWord = new HashMap<>();
    /** Phrases by the first {@value #PREFIX} letters of each beginning that their first element allows. */
    private final Map<String, List<Phrase>> byPrefix = new HashMap<>();

    /** Hashes of the keys of {@link #byPrefix}: most words have none of them, and are spared a substring and a look-up. */
    private final BitSet prefixes = new BitSet();

    private final boolean unspaced;

    /** @param unspaced true for a language whose sentences come as single characters */
    CuePhrases(boolean unspaced) {
        this.unspaced = unspaced;
    }

    /**
     * Adds the phrases of one line.
     *
     * @param phrases separated by {@code |}
     * @param denies true if these phrases rule the cue out
     */
    void add(Cue cue, String phrases, boolean denies) {
        for (String phrase : phrases.split("\\|", -1)) {
            addPhrase(phrase.strip(), cue, denies);
        }
    }

    /** Parses one phrase and files it. One that begins with a digit or a gap is filed nowhere, so it never matches. */
    private void addPhrase(String text, Cue cue, boolean denies) {
        boolean opens = text.startsWith("^");
        List<Element> elements = new ArrayList<>();
        for (String part : (opens ? text.substring(1) : text).strip().split(" +", -1)) {
            if (unspaced && part.indexOf('/') < 0 && !part.equals("..") && !part.equals("#")) {
                part.codePoints().forEach(c -> elements.add(element(Character.toString(c))));
            } else {
                elements.add(element(part));
            }
        }
        Phrase phrase = new Phrase(List.copyOf(elements), opens, cue, denies);
        Element first = elements.get(0);
        first.words().forEach(word -> byWord.computeIfAbsent(word, key -> new ArrayList<>())
                .add(phrase));
        first.beginnings().forEach(word -> {
            prefixes.set(hash(word));
            byPrefix.computeIfAbsent(word.substring(0, PREFIX), key -> new ArrayList<>())
                    .add(phrase);
        });
    }

    /** Hash of the first three letters, 0 to 65,535. */
    private static int hash(String word) {
        return (word.charAt(0) * 961 + word.charAt(1) * 31 + word.charAt(2)) & 0xFFFF;
    }

    /** Parses one element. A star behind fewer than {@value #PREFIX} letters is part of a word: too short to look up. */
    private static Element element(String part) {
        if (part.equals("..") || part.equals("#")) {
            return new Element(Set.of(), List.of(), part.equals(".."), part.equals("#"));
        }
        List<String> beginnings = new ArrayList<>();
        Set<String> words = new HashSet<>();
        for (String word : part.split("/", -1)) {
            if (word.length() > PREFIX && word.endsWith("*")) {
                beginnings.add(word.substring(0, word.length() - 1));
            } else {
                words.add(word);
            }
        }
        return new Element(Set.copyOf(words), List.copyOf(beginnings), false, false);
    }

    /** The cues of a sentence, given as lower-case words and marks; a cue that some phrase rules out is left out. */
    Set<Cue> in(List<String> words) {
        Set<Cue> found = EnumSet.noneOf(Cue.class);
        Set<Cue> denied = EnumSet.noneOf(Cue.class);
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            match(byWord.getOrDefault(word, List.of()), words, at, found, denied);
            if (word.length() >= PREFIX && prefixes.get(hash(word))) {
                match(byPrefix.getOrDefault(word.substring(0, PREFIX), List.of()), words, at, found, denied);
            }
        }
        found.removeAll(denied);
        return found;
    }

    /** Adds the cues of the phrases that match from a word on to {@code found} or {@code denied}. */
    private void match(List<Phrase> phrases, List<String> words, int at, Set<Cue> found, Set<Cue> denied) {
        for (int i = 0; i < phrases.size(); i++) { // no iterator: called twice for each word
            Phrase phrase = phrases.get(i);
            Set<Cue> into = phrase.denies() ? denied : found;
            boolean open = !into.contains(phrase.cue()) && (!phrase.opens() || at == 0);
            if (open && matches(phrase.elements(), 0, words, at)) {
                into.add(phrase.cue());
            }
        }
    }

    /**
     * True if the elements from one on match the words from a place on. A gap tries each length; phrases have one gap or
     * two, so this stays a few dozen comparisons.
     */
    private boolean matches(List<Element> elements, int element, List<String> words, int at) {
        if (element == elements.size()) {
            return true;
        }
        if (elements.get(element).gap()) {
            int most = Math.min(words.size(), at + (unspaced ? LONGEST_GAP_UNSPACED : LONGEST_GAP));
            for (int next = at; next <= most; next++) {
                if (matches(elements, element + 1, words, next)) {
                    return true;
                }
            }
            return false;
        }
        return at < words.size()
                && elements.get(element).matches(words.get(at))
                && matches(elements, element + 1, words, at + 1);
    }
}
