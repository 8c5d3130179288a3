package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AtomIndex;
import io.github.sessioncompression.anchor.AtomIndex.Sought;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.LanguageProfile.WordKind;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Texts that a model is shown, to find which anchors they cover.
 *
 * <p>A sentence with values is covered if all of them stand in the texts, in any spelling. One without is covered if one text holds it, or at
 * least half of its content words, and a negation if the sentence has one. Not thread-safe.
 */
final class ShownTexts {
    private static final BitSet NONE = new BitSet();

    private final Languages languages = Languages.shared();
    private final List<Text> texts = new ArrayList<>();
    private final AtomIndex values = new AtomIndex();
    private final Map<String, BitSet> byTerm = new HashMap<>();
    /** Number of terms of the sentence that each text has. */
    private int[] shared = {};

    private record Text(String text, LanguageProfile profile) {
        boolean hasNegation() {
            boolean[] found = {false};
            Letters.forEachRun(
                    text.replace('\'', 'x').toLowerCase(Locale.ROOT),
                    word -> found[0] |= profile.is(WordKind.NEGATION, word) || word.endsWith("nxt"));
            return found[0];
        }

        boolean covers(Text asked, boolean negated) {
            return text.contains(asked.text) || !negated || hasNegation();
        }
    }

    void add(String text) {
        LanguageProfile profile = languages.detect(text, languages.unknown());
        for (String term : languages.contentTerms(profile, text)) {
            byTerm.computeIfAbsent(term, key -> new BitSet()).set(texts.size());
        }
        values.add(text, profile);
        texts.add(new Text(text, profile));
    }

    boolean cover(Anchor anchor) {
        String sentence = anchor.sentence();
        Text asked = new Text(sentence, languages.detect(sentence, languages.unknown()));
        List<Sought> sought = AtomScanner.scan(sentence, asked.profile).stream()
                .filter(atom -> !atom.weak())
                .map(atom -> Sought.of(atom, asked.profile))
                .toList();
        return sought.isEmpty() ? holdsWords(asked) : sought.stream().allMatch(values::holds);
    }

    private boolean holdsWords(Text asked) {
        Set<String> terms = languages.contentTerms(asked.profile, asked.text);
        shared = shared.length == texts.size() ? shared : new int[texts.size()];
        Arrays.fill(shared, 0);
        for (String term : terms) {
            BitSet with = byTerm.getOrDefault(term, NONE);
            for (int i = with.nextSetBit(0); i >= 0; i = with.nextSetBit(i + 1)) {
                shared[i]++;
            }
        }
        boolean negated = asked.hasNegation();
        for (int i = 0; i < shared.length; i++) {
            if (shared[i] > 0 && 2 * shared[i] >= terms.size() && texts.get(i).covers(asked, negated)) {
                return true;
            }
        }
        return terms.isEmpty();
    }
}
