package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Word;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the texts of anchors say and cost, read once for all checks of them: a draft is checked for the room that it leaves, and what is written
 * then once more. Not thread-safe; lives as long as the anchors.
 */
final class AnchorTexts {
    private final Languages languages = Languages.shared();
    private final Map<String, Languages.Signs> signs = new HashMap<>();
    private final Map<Key, List<Part>> parts = new HashMap<>();
    private final Map<String, Integer> tokens = new HashMap<>();
    private @Nullable ToIntFunction<String> counter;

    private record Key(String text, LanguageProfile profile) {}

    /**
     * A sentence of a text.
     *
     * @param terms the words by which it is found
     * @param negative whether it negates
     */
    record Part(SentenceWords sentence, Set<String> terms, boolean negative) {
        static Part of(SentenceWords sentence, LanguageProfile profile) {
            return new Part(sentence, terms(sentence, profile), negates(sentence, profile));
        }

        private static boolean negates(SentenceWords sentence, LanguageProfile profile) {
            for (Word word : sentence.words()) {
                if (profile.use(word).isNegation()) {
                    return true;
                }
            }
            return false;
        }

        private static Set<String> terms(SentenceWords sentence, LanguageProfile profile) {
            Set<String> terms = new HashSet<>();
            for (Word word : sentence.words()) {
                String lower = word.lower();
                if (profile.isUnspaced()) {
                    for (int i = 0; i + 1 < lower.length(); i++) {
                        terms.add(lower.substring(i, i + 2));
                    }
                } else if (!profile.use(word).isStop() && !profile.use(word).isCourtesy()) {
                    terms.add(AtomKeys.folded(lower));
                }
            }
            return terms;
        }
    }

    /** The language of a text; {@code otherwise} where it says too little. */
    LanguageProfile languageOf(String text, LanguageProfile otherwise) {
        return languages.detect(signs.computeIfAbsent(text, languages::signs), otherwise);
    }

    /** The sentences of a text. */
    List<Part> parts(String text, LanguageProfile profile) {
        return parts.computeIfAbsent(new Key(text, profile), unknown -> SentenceWords.split(text, profile).stream()
                .map(sentence -> Part.of(sentence, profile))
                .toList());
    }

    /** What a text costs as {@code by} counts. */
    int tokens(String text, ToIntFunction<String> by) {
        if (!by.equals(counter)) {
            tokens.clear();
            counter = by;
        }
        return tokens.computeIfAbsent(text, by::applyAsInt);
    }
}
