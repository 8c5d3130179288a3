package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Values and words of texts, to be looked up in any spelling. Not thread-safe; lives for one check. */
public final class AtomIndex {
    private static final int ISO_DAY = 10;
    private static final int ISO_MINUTE = 16;
    private static final int SHORTEST_PART = 3;

    private final Set<String> keys = new HashSet<>();
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
