package io.github.sessioncompression.value;

import io.github.sessioncompression.anchor.AtomKeys;
import io.github.sessioncompression.anchor.Labelled;
import io.github.sessioncompression.anchor.Standing;
import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.SentenceWords;
import io.github.sessioncompression.text.Stems;
import io.github.sessioncompression.text.Word;
import io.github.sessioncompression.text.WordUse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the same message said just before a sentence. Immutable.
 *
 * @param sentences the last few sentences, in their order
 * @param announces whether the last of them says that something is put right, and no more: "Sorry, I was wrong."
 * @param stemming the stems of the language's words, with those that were asked for already
 */
public record SaidBefore(List<SentenceWords> sentences, LanguageProfile profile, boolean announces, Stems stemming) {
    /** Sentences before one that tell what it speaks of. */
    public static final int MOST = 3;

    /** Words of a sentence that says no more than that something is put right. */
    private static final int LONGEST_ANNOUNCEMENT = 6;

    /** Languages in which every noun has a capital. */
    private static final Set<String> CAPITAL_NOUNS = Set.of("de");

    public SaidBefore {
        sentences = List.copyOf(sentences);
    }

    static SaidBefore nothing(LanguageProfile profile) {
        return new SaidBefore(List.of(), profile, false, Stems.of(profile.code()));
    }

    /** Whether a sentence says that something is put right, and no more. */
    public static boolean announces(Labelled.Read read, LanguageProfile profile) {
        List<Word> words = read.words().words();
        return words.size() <= LONGEST_ANNOUNCEMENT
                && words.stream().noneMatch(Word::isAtom)
                && read.statement().corrects()
                && !Standing.is(read.statement(), read.words(), profile);
    }

    /** Whether the last sentence tells of something, so that a bare value behind it is of that. */
    boolean tells() {
        return !sentences.isEmpty()
                && sentences.get(sentences.size() - 1).words().stream().anyMatch(this::isContent);
    }

    /** The stems of the words of content; of a script without spaces the pairs of characters. */
    Set<String> stems() {
        Set<String> all = new HashSet<>();
        for (SentenceWords sentence : sentences) {
            for (Word word : sentence.words()) {
                String lower = word.lower();
                if (profile.isUnspaced()) {
                    all.addAll(pairs(lower));
                } else if (isContent(word)) {
                    all.add(stemming.stem(ValuePiece.withoutArticle(lower)));
                }
            }
        }
        return all;
    }

    /** The names in a language in which a capital tells them. */
    Set<String> names() {
        Set<String> names = new HashSet<>();
        for (SentenceWords sentence : CAPITAL_NOUNS.contains(profile.code()) ? List.<SentenceWords>of() : sentences) {
            for (Word word : sentence.words()) {
                if (word.isProper() && !word.opensSentence() && isContent(word)) {
                    names.add(AtomKeys.folded(word.surface()));
                }
            }
        }
        return names;
    }

    private boolean isContent(Word word) {
        WordUse use = profile.use(word);
        return Character.isLetterOrDigit(word.lower().charAt(0))
                && !use.isStop()
                && !use.isLight()
                && !use.isPreposition()
                && !use.isModal()
                && !use.isTime();
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
