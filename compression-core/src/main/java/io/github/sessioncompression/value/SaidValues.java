package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.text.Letters;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values and the words of a text, read once to be held against many. Not thread-safe; lives for one check. */
final class SaidValues {
    private final String text;
    private final AnchorLanguage language;
    private final String folded;
    private final Set<String> keys = new HashSet<>();
    private @Nullable Set<String> stems;

    SaidValues(String text, AnchorLanguage language) {
        this.text = text;
        this.language = language;
        folded = AtomKeys.folded(text);
        for (Atom atom : AtomScanner.scan(text, language)) {
            keys.addAll(AtomKeys.of(atom.type(), atom.text(), language));
        }
    }

    /** The keys of its values; days of the week and names are none. */
    Set<String> keys() {
        return keys;
    }

    /** Its letters and digits alone. */
    String folded() {
        return folded;
    }

    String text() {
        return text;
    }

    /** Whether it gives a value that has one of the keys. */
    boolean gives(Set<String> sought) {
        return sought.stream()
                .anyMatch(key -> keys.contains(key) || (isWord(key) && folded.contains(AtomKeys.folded(key))));
    }

    /** Whether a key is of what is no atom: a day of the week, a name. */
    static boolean isWord(String key) {
        return Letters.all(key, Character::isLetter);
    }

    /** The stems of its words; none in a script without spaces. */
    Set<String> stems() {
        if (stems == null) {
            stems = language.isUnspaced() ? Set.of() : ValueFrames.stems(text, language);
        }
        return stems;
    }

    /** How many of these it speaks of. */
    int shared(Set<String> subject) {
        int shared = 0;
        for (String each : subject) {
            shared += stems().contains(each) || (language.isUnspaced() && text.contains(each)) ? 1 : 0;
        }
        return shared;
    }
}
