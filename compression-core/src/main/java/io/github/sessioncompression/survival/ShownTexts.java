package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.Atom;
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
import org.jspecify.annotations.Nullable;

/**
 * Texts that a model is shown, to find which anchors they cover.
 *
 * <p>A text covers a sentence if it holds the sentence, or else all of its values, at least half of its content words, and a negation where the
 * sentence has one. Not thread-safe.
 */
final class ShownTexts {
    private static final BitSet NONE = new BitSet();

    private final Languages languages = Languages.shared();
    private final List<Text> texts = new ArrayList<>();
    private final Map<String, BitSet> byTerm = new HashMap<>();
    /** Number of terms of the sentence that each text has. */
    private int[] shared = {};

    private static final class Text {
        private final String text;
        private final LanguageProfile profile;
        private final AtomIndex values = new AtomIndex();
        private boolean indexed;
        private @Nullable Boolean negated;

        private Text(String text, LanguageProfile profile) {
            this.text = text;
            this.profile = profile;
        }

        private AtomIndex values() {
            if (!indexed) {
                values.add(text, profile);
                indexed = true;
            }
            return values;
        }

        private boolean hasNegation() {
            if (negated == null) {
                boolean[] found = {false};
                Letters.forEachRun(
                        text.replace('\'', 'x').toLowerCase(Locale.ROOT),
                        word -> found[0] |= profile.is(WordKind.NEGATION, word) || word.endsWith("nxt"));
                negated = found[0];
            }
            return negated;
        }

        private boolean holds(List<Sought> all) {
            for (int i = 0; i < all.size(); i++) { // no iterator: asked for each text
                if (!values().holds(all.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    void add(String text) {
        LanguageProfile profile = languages.detect(text, languages.unknown());
        for (String term : languages.contentTerms(profile, text)) {
            byTerm.computeIfAbsent(term, key -> new BitSet()).set(texts.size());
        }
        texts.add(new Text(text, profile));
    }

    boolean cover(Anchor anchor) {
        String sentence = anchor.sentence();
        Text asked = new Text(sentence, languages.detect(sentence, languages.unknown()));
        Set<String> terms = languages.contentTerms(asked.profile, sentence);
        List<Sought> values = new ArrayList<>();
        for (Atom atom : AtomScanner.scan(sentence, asked.profile)) {
            if (!atom.weak()) {
                values.add(Sought.of(atom, asked.profile));
            }
        }
        shared = shared.length == texts.size() ? shared : new int[texts.size()];
        Arrays.fill(shared, 0);
        for (String term : terms) {
            BitSet with = byTerm.getOrDefault(term, NONE);
            for (int i = with.nextSetBit(0); i >= 0; i = with.nextSetBit(i + 1)) {
                shared[i]++;
            }
        }
        for (int i = 0; i < shared.length; i++) {
            if (shared[i] > 0 && 2 * shared[i] >= terms.size() && covers(texts.get(i), asked, values)) {
                return true;
            }
        }
        return terms.isEmpty() && values.isEmpty();
    }

    private static boolean covers(Text text, Text asked, List<Sought> values) {
        return text.text.contains(asked.text) || ((!asked.hasNegation() || text.hasNegation()) && text.holds(values));
    }
}
