package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.redaction.Redaction;
import io.github.sessioncompression.redaction.Redactor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message in pieces of a few sentences, for an embedding model: one vector of a long text is of all it speaks of, and near to nothing that
 * is asked; and small models read no more than its head.
 */
final class Passages {
    /** A piece has so many characters at most. */
    static final int MAX_CHARS = 400;

    /** Of a longer message so many pieces at its head are looked at. */
    static final int MAX = 16;

    /** About so many words of content make a piece. */
    private static final int WORDS = 40;

    private Passages() {}

    /**
     * A message's pieces, each with who says it, and no secret in them: embedding models and their stores may be others'.
     *
     * @param before what was said before it, which may have asked for a secret; {@code null} if nothing was
     */
    static List<String> of(Message message, @Nullable Message before) {
        Redaction redaction = new Redaction(Redactor.secretsOnly());
        List<String> passages = of(redaction.hideBehind(before, SearchedText.of(message)));
        String name = message.name();
        return name == null || name.isBlank()
                ? passages
                : passages.stream()
                        .map(passage -> TextEmbedder.head(name + ": " + passage))
                        .toList();
    }

    /** The pieces of a text that are not blank, in order. Takes linear time. */
    static List<String> of(String text) {
        List<String> passages = new ArrayList<>();
        int from = 0;
        for (int pieces = 0; from < text.length() && pieces < MAX; pieces++) {
            int to = end(text, from);
            String passage = text.substring(from, to);
            if (!passage.isBlank()) {
                passages.add(passage.strip());
            }
            from = to;
        }
        return passages;
    }

    /** About how many pieces a message of so many words of content has. */
    static int estimate(int words) {
        return Math.min(MAX, 1 + words / WORDS);
    }

    /** Behind the last sentence or line that fits, else behind the last word, if that leaves half of the room filled. */
    private static int end(String text, int from) {
        int most = from + MAX_CHARS;
        if (most >= text.length()) {
            return text.length();
        }
        int least = from + MAX_CHARS / 2;
        int word = 0;
        for (int end = most; end > least; end--) {
            char last = text.charAt(end - 1);
            if (last == '\n' || endsSentence(text, end)) {
                return end;
            }
            if (word == 0 && Character.isWhitespace(last)) {
                word = end;
            }
        }
        if (word > 0) {
            return word;
        }
        return Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    }

    private static boolean endsSentence(String text, int end) {
        char last = text.charAt(end - 1);
        return "。！？".indexOf(last) >= 0
                || (Character.isWhitespace(last) && ".!?…؟।".indexOf(text.charAt(end - 2)) >= 0);
    }
}
