package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

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
        List<List<Long>> found = new ArrayList<>();
        find(head(text, READ_CHARS), (atom, language) -> true, found);
        return found;
    }

    /** Adds the marks of those values of a text that are wanted. */
    static void find(String text, BiPredicate<Atom, AnchorLanguage> wanted, List<List<Long>> found) {
        AnchorLanguage language = language(text);
        for (Atom atom : AtomScanner.scan(text, language)) {
            List<String> keys = AtomKeys.of(atom.type(), atom.text(), language);
            if (isTelling(atom, keys) && wanted.test(atom, language)) {
                found.add(keys.stream().map(ValueMarks::mark).toList());
            }
        }
    }

    private static boolean isTelling(Atom atom, List<String> keys) {
        boolean number = atom.type() == AnchorType.NUMBER;
        return !atom.weak() && !(number && keys.stream().allMatch(key -> key.length() <= SHORT_NUMBER));
    }

    static AnchorLanguage language(String text) {
        LanguageProfile unknown = Languages.shared().unknown();
        return AnchorLanguage.of(Languages.shared().detect(text, unknown).code());
    }

    static String head(String text, int chars) {
        return text.length() <= chars ? text : text.substring(0, chars);
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
