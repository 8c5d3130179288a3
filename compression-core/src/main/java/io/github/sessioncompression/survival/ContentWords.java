package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AnchorLanguage;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The words of a sentence that say what it speaks of, values apart. Stateless. */
final class ContentWords {
    private static final int SHORTEST_WORD = 4;

    private ContentWords() {}

    /** Those of a sentence that are no part of its values; of a script without spaces each two characters. */
    static Set<String> of(SentenceWords sentence, List<Atom> values, LanguageProfile profile) {
        AnchorLanguage language = AnchorLanguage.of(profile.code());
        Set<String> words = new HashSet<>();
        for (Word word : sentence.words()) {
            String lower = word.lower();
            if (profile.isUnspaced()) {
                for (int i = 0; i + 1 < lower.length(); i++) {
                    if (lower.charAt(i) >= 0x3040) {
                        words.add(lower.substring(i, i + 2));
                    }
                }
            } else if (lower.length() >= SHORTEST_WORD
                    && !profile.use(word).isStop()
                    && !word.isAtom()
                    && !language.has("correcting", lower)) {
                words.add(lower);
            }
        }
        values.forEach(value ->
                words.removeAll(List.of(value.text().toLowerCase(Locale.ROOT).split(" ", -1))));
        return words;
    }

    /** Those words of content that some words have, "more" and "only" left out. */
    static Set<String> among(List<Word> of, Set<String> words, LanguageProfile profile) {
        Set<String> content = new HashSet<>(words);
        if (!profile.isUnspaced()) {
            Set<String> lower = new HashSet<>();
            of.stream().filter(word -> !profile.use(word).isComparison()).forEach(word -> lower.add(word.lower()));
            content.retainAll(lower);
        }
        return content;
    }
}
