package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Values and words of texts, to be looked up in any spelling.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>{@link #add} collects the keys of each value ({@link AtomKeys}), of days, times, ids and versions also those of
 *       the numbers in them, each word folded, the number that a word names, and days and times of ISO 8601 inside
 *       longer runs;
 *   <li>it also appends the folded words without spaces, so that a value is found that is written apart or inside
 *       another word;
 *   <li>{@link #holds} finds a number if all of its parts are there, any other value if one of its keys is, and any
 *       value whose folded text is a key; a value that is no number, day or time is also found as a part of the folded
 *       words, from {@value #SHORTEST_PART} characters on.
 * </ol>
 *
 * <p>Looking up takes constant time for keys, and one search of the folded words for the last case. <em>Does nothing
 * when</em> a text is empty. <em>Threads</em>: not thread-safe; lives for one check.
 *
 * @see AtomScanner
 */
public final class AtomIndex {
    /** Characters of {@code 2025-03-18}. */
    private static final int ISO_DAY = 10;
    /** Characters of {@code 2025-03-18T01:00}. */
    private static final int ISO_MINUTE = 16;
    /** Letters and digits of a value that is looked for inside longer words; shorter ones are found by chance. */
    private static final int SHORTEST_PART = 3;

    private final Set<String> keys = new HashSet<>();
    /** The folded words of all texts, without spaces; a line break between two texts. */
    private final StringBuilder folded = new StringBuilder();

    /** Adds the texts of another index. */
    public void addAll(AtomIndex other) {
        keys.addAll(other.keys);
        folded.append(other.folded);
    }

    /** Adds the values of a text, the numbers it writes as words, and the words themselves. */
    public void add(String text, LanguageProfile language) {
        for (Atom atom : AtomScanner.scan(text, language)) {
            keys.addAll(atom.keys(language));
            if (atom.type() == AnchorType.DATE
                    || atom.type() == AnchorType.TIME
                    || atom.type() == AnchorType.ID
                    || atom.type() == AnchorType.VERSION) {
                keys.addAll(AtomKeys.of(AnchorType.NUMBER, atom.text(), language));
            }
            keys.add(atom.folded());
        }
        instants(text, language);
        Letters.forEachRun(text, word -> word(word, language));
        folded.append('\n');
    }

    /** Days and times of ISO 8601, which may be in a longer run: "2025-03-18T01:00:00Z/2025-03-18T01:30:00Z". */
    private void instants(String text, LanguageProfile language) {
        for (int mark = text.indexOf('T'); mark >= 0; mark = text.indexOf('T', mark + 1)) {
            int from = mark - ISO_DAY;
            int to = from + ISO_MINUTE;
            if (from >= 0 && to <= text.length() && DayReading.isIsoInstant(text.substring(from, to))) {
                keys.addAll(AtomKeys.of(AnchorType.DATE, text.substring(from, mark), language));
                keys.addAll(AtomKeys.of(AnchorType.TIME, text.substring(mark + 1, to), language));
            }
        }
    }

    /**
     * Adds a run of letters and digits: itself, the number that it names, and, if it begins with a digit, the numbers
     * in it.
     */
    private void word(String word, LanguageProfile language) {
        String plain = AtomKeys.folded(word);
        keys.add(plain);
        folded.append(plain);
        int number = language.number(word.toLowerCase(Locale.ROOT));
        if (number >= 0) {
            keys.add("n" + number);
        }
        if (Letters.isDigit(word.charAt(0))) {
            keys.addAll(AtomKeys.of(AnchorType.NUMBER, word, language));
        }
    }

    /** True if a value of a text in that language occurs, in any spelling. */
    public boolean holds(Atom value, LanguageProfile language) {
        AnchorType type = value.type();
        List<String> wanted = value.keys(language);
        boolean number = type == AnchorType.NUMBER;
        boolean found = number ? keys.containsAll(wanted) : !Collections.disjoint(keys, wanted);
        boolean isWord = !number && type != AnchorType.DATE && type != AnchorType.TIME;
        return found
                || keys.contains(value.folded())
                || (isWord && value.folded().length() >= SHORTEST_PART && folded.indexOf(value.folded()) >= 0);
    }
}
