package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Phrases that tell what a sentence is, found in its words in one pass.
 *
 * <p>A phrase is a row of elements: a word, words parted by {@code /} of which one must stand there, a word's beginning with
 * {@code *} behind it, {@code #} for a word with a digit, {@code ^} for the sentence's start, or {@code ..} for up to
 * {@value #LONGEST_GAP} words that do not matter. In a script without spaces each character counts as a word. A phrase is looked up by
 * its first word, and its length is bounded, so the work is linear in the words. Immutable after parsing.
 */
final class CuePatterns {
    private static final int LONGEST_GAP = 4;
    private static final int LONGEST_GAP_UNSPACED = 10;
    /** The letters by which beginnings of words are looked up. */
    private static final int KEY = 3;

    private static final int MARKS = 4_096;

    private static final String FIRM = "firm-";
    private static final String NOT = "no-";
    private static final String NEVER = "never-";

    private record Element(List<String> words, List<String> beginnings, boolean gap, boolean digit) {
        static Element of(String... words) {
            List<String> beginnings = Stream.of(words)
                    .filter(Element::isBeginning)
                    .map(word -> word.substring(0, word.length() - 1))
                    .toList();
            return new Element(
                    Stream.of(words).filter(word -> !isBeginning(word)).toList(), beginnings, false, false);
        }

        private static boolean isBeginning(String word) {
            return word.length() > 1 && word.endsWith("*");
        }

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

    /** The bits of a cue, of one of that name that leaves no doubt, and of one that speaks against it. */
    private static final class Bits {
        private long plain;
        private long never;
        private long firm;
        private long not;
    }

    private record Phrase(List<Element> elements, boolean opens, long cue) {}

    private final Map<String, List<Phrase>> byWord = new HashMap<>();
    private final Map<String, List<Phrase>> byBeginning = new HashMap<>();
    /** Marks of the beginnings: most words have none of them. */
    private final BitSet begins = new BitSet(MARKS);

    private final Map<String, Bits> bits = new HashMap<>();
    private int cues;
    private final boolean unspaced;

    CuePatterns(boolean unspaced) {
        this.unspaced = unspaced;
    }

    /** Adds phrases separated by {@code |}, all of which give the cue of that name. */
    void read(String cue, String text) {
        Bits of = bitsOf(cue);
        of.plain = of.plain == 0 ? 1L << cues++ : of.plain;
        if (cue.startsWith(FIRM)) {
            bitsOf(cue.substring(FIRM.length())).firm = of.plain;
        } else if (cue.startsWith(NOT)) {
            bitsOf(cue.substring(NOT.length())).not = of.plain;
        } else if (cue.startsWith(NEVER)) {
            bitsOf(cue.substring(NEVER.length())).never = of.plain;
        }
        for (String phrase : text.split("\\|", -1)) {
            if (!phrase.isBlank()) {
                add(phrase.strip(), of.plain);
            }
        }
    }

    private Bits bitsOf(String cue) {
        return bits.computeIfAbsent(cue, first -> new Bits());
    }

    private void add(String text, long cue) {
        boolean opens = text.startsWith("^");
        List<Element> elements = new ArrayList<>();
        for (String part : (opens ? text.substring(1) : text).strip().split(" +", -1)) {
            if (part.equals("..")) {
                elements.add(new Element(List.of(), List.of(), true, false));
            } else if (part.equals("#")) {
                elements.add(new Element(List.of(), List.of(), false, true));
            } else if (unspaced && part.indexOf('/') < 0) {
                part.codePoints().forEach(c -> elements.add(Element.of(Character.toString(c))));
            } else {
                elements.add(Element.of(part.split("/", -1)));
            }
        }
        Phrase phrase = new Phrase(List.copyOf(elements), opens, cue);
        for (String first : elements.get(0).words()) {
            byWord.computeIfAbsent(first, key -> new ArrayList<>()).add(phrase);
        }
        for (String first : elements.get(0).beginnings()) {
            if (first.length() < KEY) {
                throw new IllegalArgumentException("a beginning needs " + KEY + " letters: " + first + '*');
            }
            begins.set(mark(first));
            byBeginning
                    .computeIfAbsent(first.substring(0, KEY), key -> new ArrayList<>())
                    .add(phrase);
        }
    }

    /** The cues that the words give, which are in lower case; {@link #holds} reads them. */
    long cuesIn(List<String> words) {
        long cues = 0;
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            cues |= cuesAt(byWord.get(word), cues, words, at);
            if (word.length() >= KEY && begins.get(mark(word))) {
                cues |= cuesAt(byBeginning.get(word.substring(0, KEY)), cues, words, at);
            }
        }
        return cues;
    }

    private static int mark(String word) {
        return (961 * word.charAt(0) + 31 * word.charAt(1) + word.charAt(2)) % MARKS;
    }

    /** Whether the cue of that name is among {@code cues}. */
    boolean holds(long cues, String cue) {
        Bits of = bits.get(cue);
        return of != null && (cues & of.plain) != 0;
    }

    /** Whether {@code cues} have one of that name, and either one that leaves no doubt, "firm-…", or none that speaks against it, "no-…", and none that denies both, "never-…". */
    boolean says(long cues, String cue) {
        Bits of = bits.get(cue);
        return of != null
                && (cues & of.never) == 0
                && ((cues & of.firm) != 0 || ((cues & of.plain) != 0 && (cues & of.not) == 0));
    }

    private long cuesAt(@Nullable List<Phrase> phrases, long known, List<String> words, int at) {
        long cues = 0;
        if (phrases != null) {
            for (Phrase phrase : phrases) {
                boolean wanted = (phrase.cue() & (known | cues)) == 0 && (!phrase.opens() || at == 0);
                if (wanted && matches(phrase.elements(), 0, words, at)) {
                    cues |= phrase.cue();
                }
            }
        }
        return cues;
    }

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
