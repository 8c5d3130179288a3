package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What was spoken of just before a value, where that tells what the value is of: "We saw a flat in Leeds. The rent of the flat is 900 euros." Immutable.
 *
 * @param stems of the words of content before it; none where the value's sentence says itself what it is of
 * @param known whether it is known what was spoken of; of what a note holds it is not
 */
record ValueSetting(Set<String> stems, boolean known) {
    /** Sentences before one that tell what it speaks of. */
    static final int SENTENCES = 3;

    static final ValueSetting NONE = new ValueSetting(Set.of(), true);

    private static final ValueSetting UNKNOWN = new ValueSetting(Set.of(), false);

    /** Words that say more than a greeting. */
    private static final int SAYS = 2;

    ValueSetting {
        stems = Set.copyOf(stems);
    }

    /**
     * The setting of what a value is said of.
     *
     * @param before the stems before it
     * @param subject the stems of what it is said of
     * @param things how many of these name a thing; one alone is the one spoken of before, and so is what was named there
     */
    static ValueSetting of(Supplier<Set<String>> before, Set<String> subject, int things) {
        Set<String> all = before.get();
        boolean refers = things <= 1 || !Collections.disjoint(all, subject);
        return refers && all.size() >= SAYS ? new ValueSetting(all, true) : NONE;
    }

    /** That of what a note says a value of, which names so many things. */
    static ValueSetting ofNote(int things) {
        return things <= 1 ? UNKNOWN : NONE;
    }

    /** Whether each was said behind something that the other was not said behind, or may have been. */
    boolean isOther(ValueSetting other) {
        if (!known || !other.known) {
            return !stems.isEmpty() || !other.stems.isEmpty();
        }
        return !stems.isEmpty()
                && !other.stems.isEmpty()
                && !stems.containsAll(other.stems)
                && !other.stems.containsAll(stems);
    }

    /** The stems of the words of content in sentences; of a script without spaces the pairs of characters. */
    static Set<String> stems(List<SentenceWords> sentences, LanguageProfile profile) {
        if (sentences.isEmpty()) {
            return Set.of();
        }
        Set<String> all = new HashSet<>();
        Stems stems = Stems.of(profile.code());
        for (SentenceWords sentence : sentences) {
            for (Word word : sentence.words()) {
                String lower = word.lower();
                boolean content = Character.isLetterOrDigit(lower.charAt(0))
                        && !profile.isStop(lower)
                        && !profile.isLight(lower)
                        && !profile.isPreposition(lower)
                        && !profile.isModal(lower)
                        && !profile.isCourtesy(lower)
                        && !profile.isTime(lower);
                if (profile.isUnspaced()) {
                    all.addAll(pairs(lower));
                } else if (content) {
                    all.add(stems.stem(ValuePiece.withoutArticle(lower)));
                }
            }
        }
        return all;
    }

    /** The pairs of neighbouring characters, those of Japanese grammar apart. */
    static Set<String> pairs(String text) {
        Set<String> pairs = new HashSet<>();
        for (int i = 0; i + 1 < text.length(); i++) {
            if (isContent(text.charAt(i)) && isContent(text.charAt(i + 1))) {
                pairs.add(text.substring(i, i + 2));
            }
        }
        return pairs;
    }

    private static boolean isContent(char c) {
        boolean hiragana = c >= '\u3041' && c <= '\u309f';
        return Character.isLetterOrDigit(c) && !hiragana;
    }
}
