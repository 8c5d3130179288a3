package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.AtomIndex;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.WordKind;
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
 * <p>A sentence with values is covered if all of them are in the texts, in any spelling. One without is covered if one text holds it, or at
 * least half of its content words, and a negation if the sentence has one. Not thread-safe.
 */
final class ShownTexts {
    private static final BitSet NONE = new BitSet();

    private static final Languages LANGUAGES = Languages.shared();

    private final List<Text> texts;
    private final AtomIndex values;
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

    /** A sentence that is looked up in texts. */
    record Sought(Anchor anchor, Text text, Set<String> terms, List<AtomIndex.Sought> values) {
        static Sought of(Anchor anchor) {
            String sentence = anchor.sentence();
            LanguageProfile profile = LANGUAGES.detect(sentence, LANGUAGES.unknown());
            List<AtomIndex.Sought> values = AtomScanner.scan(sentence, profile).stream()
                    .filter(atom -> !atom.weak())
                    .map(atom -> AtomIndex.Sought.of(atom, profile))
                    .toList();
            Set<String> terms = values.isEmpty() ? LANGUAGES.contentTerms(profile, sentence) : Set.of();
            return new Sought(anchor, new Text(sentence, profile), terms, values);
        }
    }

    /** No texts yet. */
    ShownTexts() {
        texts = new ArrayList<>();
        values = new AtomIndex();
    }

    /** The same texts, to which others can be added. */
    ShownTexts(ShownTexts other) {
        texts = new ArrayList<>(other.texts);
        values = new AtomIndex(other.values);
        other.byTerm.forEach((term, with) -> byTerm.put(term, (BitSet) with.clone()));
    }

    void add(String text) {
        LanguageProfile profile = LANGUAGES.detect(text, LANGUAGES.unknown());
        for (String term : LANGUAGES.contentTerms(profile, text)) {
            byTerm.computeIfAbsent(term, key -> new BitSet()).set(texts.size());
        }
        values.add(text, profile);
        texts.add(new Text(text, profile));
    }

    boolean cover(Sought sought) {
        return sought.values.isEmpty()
                ? holdsWords(sought.text, sought.terms)
                : sought.values.stream().allMatch(values::holds);
    }

    private boolean holdsWords(Text asked, Set<String> terms) {
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
