package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.token.MessageTokens;
import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Words per token of a chat, by which a model gets the permitted length of its answer. A model counts words better than tokens.
 *
 * <p>English has about 0.75 words in a token, languages with long words or another script fewer; so the rate is measured on the
 * chat itself. Scripts without spaces between words count two characters as a word.
 */
final class WordRate {
    /** Rate of a chat without words. */
    private static final double USUAL = 0.6;

    // Bounds of the rate, so that a sample of code, numbers or links does not mislead.
    private static final double LEAST = 0.3;
    private static final double MOST = 0.9;
    /** Characters that are read, and of each message. */
    private static final int SAMPLE = 20_000;

    private static final int SAMPLE_EACH = 2_000;
    /** Characters of a word if none has spaces around it. */
    private static final double UNSPACED = 2;

    private static final Set<UnicodeScript> WITHOUT_SPACES = EnumSet.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR);

    private WordRate() {}

    /** The rate of people's and the assistant's texts, 0.3 to 0.9, of the first 20,000 characters. */
    static double of(List<Entry> messages, MessageTokens tokens) {
        StringBuilder said = new StringBuilder();
        for (Entry entry : messages) {
            Role role = entry.message().role();
            if (said.length() < SAMPLE && (role == Role.USER || role == Role.ASSISTANT)) {
                said.append(Letters.start(entry.message().text(), SAMPLE_EACH)).append('\n');
            }
        }
        double words = words(said);
        return words == 0 ? USUAL : Math.max(LEAST, Math.min(MOST, words / tokens.countText(said.toString())));
    }

    /**
     * Number of words: runs of other characters than white space that have a letter or digit, and half of the characters of
     * unspaced scripts.
     */
    private static double words(CharSequence text) {
        int spaced = 0;
        int unspaced = 0;
        boolean inside = false;
        for (int i = 0; i < text.length(); i++) {
            int c = Character.codePointAt(text, i);
            i += Character.charCount(c) - 1;
            if (WITHOUT_SPACES.contains(UnicodeScript.of(c))) {
                unspaced++;
                inside = false;
            } else if (Character.isWhitespace(c)) {
                inside = false;
            } else if (!inside && Character.isLetterOrDigit(c)) {
                spaced++;
                inside = true;
            }
        }
        return spaced + unspaced / UNSPACED;
    }
}
