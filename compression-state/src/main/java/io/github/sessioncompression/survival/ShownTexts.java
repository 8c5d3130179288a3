package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.Atom;
import io.github.sessioncompression.anchor.AtomIndex;
import io.github.sessioncompression.anchor.AtomScanner;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Languages;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.WordKind;
import java.util.ArrayList;
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
 * <p><em>Algorithm</em> of {@link #cover}, the first that decides:
 * <ol>
 *   <li>a sentence is covered if a text made of its message holds it verbatim, not as a part of longer words;
 *   <li>one with values is covered if all of them are in the texts together, in any spelling;
 *   <li>one without is covered if one text has at least half of its content words, and holds it or has a negation if
 *       the sentence has one;
 *   <li>one without values and content words is covered.
 * </ol>
 *
 * <p>Most are found verbatim: only for the others are texts taken apart, each once, and all copies share what was read.
 * <em>Does nothing when</em> there are no texts: only sentences without content are covered. <em>Threads</em>: not
 * thread-safe; lives for one check.
 *
 * @see RequiredAnchors
 */
final class ShownTexts {
    /** The texts with a term that none has; never changed. */
    private static final BitSet NONE = new BitSet();

    private static final Languages LANGUAGES = Languages.shared();

    /** What was read of texts and of sentences that are looked up in them, by their words; of all copies. */
    private final Map<String, Text> read;

    private final List<Text> texts;
    /** The texts made of a message, by its sequence number. */
    private final Map<Long, List<Text>> bySource = new HashMap<>();
    /** The values of the first {@link #indexed} texts. */
    private final AtomIndex values = new AtomIndex();

    /** Number of texts whose values are in {@link #values}. */
    private int indexed;
    /** The texts with a term, of the first {@link #counted} ones. */
    private final Map<String, BitSet> byTerm = new HashMap<>();

    /** Number of texts whose terms are in {@link #byTerm}. */
    private int counted;

    /** A text, taken apart as far as it was asked for. */
    private static final class Text {
        private final String text;
        private @Nullable LanguageProfile profile;
        private @Nullable AtomIndex values;
        private @Nullable Set<String> terms;
        private @Nullable List<Atom> sought;

        private Text(String text) {
            this.text = text;
        }

        private LanguageProfile profile() {
            profile = profile == null ? LANGUAGES.detect(text, LANGUAGES.unknown()) : profile;
            return profile;
        }

        private AtomIndex values() {
            if (values == null) {
                values = new AtomIndex();
                values.add(text, profile());
            }
            return values;
        }

        private Set<String> terms() {
            terms = terms == null ? LANGUAGES.contentTerms(profile(), text) : terms;
            return terms;
        }

        private List<Atom> sought() {
            if (sought == null) {
                sought = AtomScanner.scan(text, profile()).stream()
                        .filter(atom -> !atom.weak())
                        .toList();
            }
            return sought;
        }

        /** True if the sentence is in the text, not as a part of longer words. */
        private boolean holds(String sentence) {
            int at = text.indexOf(sentence);
            while (at >= 0) {
                int end = at + sentence.length();
                if (!isInWord(at) && !isInWord(end)) {
                    return true;
                }
                at = text.indexOf(sentence, at + 1);
            }
            return false;
        }

        /** True if a place is between two letters or digits. */
        private boolean isInWord(int at) {
            return at > 0
                    && at < text.length()
                    && Character.isLetterOrDigit(text.charAt(at - 1))
                    && Character.isLetterOrDigit(text.charAt(at));
        }

        /**
         * True if a word negates. An apostrophe is read as a letter, because runs of letters end at one: "don't"
         * becomes "donxt".
         */
        private boolean hasNegation() {
            boolean[] found = {false};
            Letters.forEachRun(
                    text.replace('\'', 'x').toLowerCase(Locale.ROOT),
                    word -> found[0] |= profile().is(WordKind.NEGATION, word) || word.endsWith("nxt"));
            return found[0];
        }

        /** True unless the sentence asked about negates and this text neither holds it nor negates. */
        private boolean covers(Text asked, boolean negated) {
            return text.contains(asked.text) || !negated || hasNegation();
        }
    }

    /** No texts yet. */
    ShownTexts() {
        read = new HashMap<>();
        texts = new ArrayList<>();
    }

    /** The same texts, to which others can be added. */
    ShownTexts(ShownTexts other) {
        read = other.read;
        texts = new ArrayList<>(other.texts);
        other.bySource.forEach((source, of) -> bySource.put(source, new ArrayList<>(of)));
    }

    /** Adds a text that was made of the messages of {@code sources}. */
    void add(String words, List<Long> sources) {
        Text text = read(words);
        texts.add(text);
        sources.forEach(source ->
                bySource.computeIfAbsent(source, key -> new ArrayList<>()).add(text));
    }

    private Text read(String words) {
        return read.computeIfAbsent(words, Text::new);
    }

    /** True if the texts show what the sentence states, see the class. */
    boolean cover(Anchor anchor) {
        for (Long source : anchor.sources()) {
            for (Text text : bySource.getOrDefault(source, List.of())) {
                if (text.holds(anchor.sentence())) {
                    return true;
                }
            }
        }
        Text asked = read(anchor.sentence());
        if (asked.sought().isEmpty()) {
            return holdsWords(asked);
        }
        for (; indexed < texts.size(); indexed++) {
            values.addAll(texts.get(indexed).values());
        }
        return asked.sought().stream().allMatch(atom -> values.holds(atom, asked.profile()));
    }

    /** True if one text has at least half of the sentence's content words, and a negation if the sentence has one. */
    private boolean holdsWords(Text asked) {
        for (; counted < texts.size(); counted++) {
            for (String term : texts.get(counted).terms()) {
                byTerm.computeIfAbsent(term, key -> new BitSet()).set(counted);
            }
        }
        int[] shared = new int[texts.size()];
        for (String term : asked.terms()) {
            BitSet with = byTerm.getOrDefault(term, NONE);
            for (int i = with.nextSetBit(0); i >= 0; i = with.nextSetBit(i + 1)) {
                shared[i]++;
            }
        }
        int least = asked.terms().size();
        boolean negated = asked.hasNegation();
        for (int i = 0; i < shared.length; i++) {
            if (shared[i] > 0 && 2 * shared[i] >= least && texts.get(i).covers(asked, negated)) {
                return true;
            }
        }
        return asked.terms().isEmpty();
    }
}
