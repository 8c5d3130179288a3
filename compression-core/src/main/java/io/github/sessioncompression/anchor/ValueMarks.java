package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.List;

/**
 * The values of texts as numbers: the same for the same value however it is written, and telling nothing of it.
 *
 * <p>A value is any atom but those that are said again by chance: numbers of one or two digits. Linear in the texts.
 */
public final class ValueMarks {
    /** Of a longer text the head is read, in UTF-16 units. */
    public static final int READ_CHARS = 4_000;

    /** The sign for a number, and two digits. */
    private static final int SHORT_NUMBER = 3;

    private static final long FNV_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private ValueMarks() {}

    /** The marks of each value of a text; a value that can be read in several ways has several. */
    public static List<List<Long>> in(String text) {
        String read = head(text);
        AnchorLanguage language = language(read);
        List<List<Long>> found = new ArrayList<>();
        for (Atom atom : AtomScanner.scan(read, language)) {
            List<String> keys = AtomKeys.of(atom.type(), atom.text(), language);
            if (isTelling(atom, keys)) {
                found.add(keys.stream().map(ValueMarks::mark).toList());
            }
        }
        return found;
    }

    /** The marks of the values of {@code texts} that none of {@code others} has in any spelling. */
    public static List<List<Long>> missing(List<String> texts, List<String> others) {
        AtomIndex index = new AtomIndex();
        others.forEach(text -> index.add(text, language(text)));
        List<List<Long>> found = new ArrayList<>();
        for (String text : texts) {
            String read = head(text);
            AnchorLanguage language = language(read);
            for (Atom atom : AtomScanner.scan(read, language)) {
                List<String> keys = AtomKeys.of(atom.type(), atom.text(), language);
                if (isTelling(atom, keys) && !index.holdsValue(atom.type(), atom.text(), language)) {
                    found.add(keys.stream().map(ValueMarks::mark).toList());
                }
            }
        }
        return found;
    }

    private static boolean isTelling(Atom atom, List<String> keys) {
        boolean number = atom.type() == AnchorType.NUMBER;
        return !atom.weak() && !(number && keys.stream().allMatch(key -> key.length() <= SHORT_NUMBER));
    }

    private static AnchorLanguage language(String text) {
        LanguageProfile unknown = Languages.shared().unknown();
        return AnchorLanguage.of(Languages.shared().detect(text, unknown).code());
    }

    private static String head(String text) {
        return text.length() <= READ_CHARS ? text : text.substring(0, READ_CHARS);
    }

    /** A text as a number: the 64-bit hash of Fowler, Noll and Vo. */
    public static long mark(String text) {
        long hash = FNV_BASIS;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
