package io.github.sessioncompression.recall.vector;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.search.SearchedText;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.List;

/** Cuts messages into the pieces that are embedded. */
final class Passages {
    /** The most characters of a passage, without the speaker. */
    static final int MAX_CHARS = 400;

    /** The passages of a message that are looked at. */
    static final int MAX_PASSAGES = 16;

    private Passages() {}

    /**
     * The pieces of a message, each with its speaker's name if there is one: a few sentences, because one vector of a long text is near to
     * nothing that is asked. None of a message that no search finds. Linear time.
     */
    static List<String> of(Message message) {
        String text = SearchedText.found(message);
        String name = message.name();
        String speaker = name == null || name.isBlank() ? "" : name + ": ";
        List<String> passages = new ArrayList<>();
        int from = 0;
        for (int pieces = 0; from < text.length() && pieces < MAX_PASSAGES; pieces++) {
            int to = end(text, from);
            String passage = text.substring(from, to).strip();
            if (!passage.isEmpty()) {
                passages.add(Letters.head(speaker + passage, MeaningStore.MAX_CHARS));
            }
            from = to;
        }
        return passages;
    }

    /** The end behind the last sentence, line or word that fits, if that fills half of the room. */
    private static int end(String text, int from) {
        int most = from + MAX_CHARS;
        if (most >= text.length()) {
            return text.length();
        }
        int word = 0;
        for (int end = most; end > from + MAX_CHARS / 2; end--) {
            char last = text.charAt(end - 1);
            boolean space = Character.isWhitespace(last);
            if (last == '\n' || "。！？".indexOf(last) >= 0 || (space && ".!?…؟।".indexOf(text.charAt(end - 2)) >= 0)) {
                return end;
            }
            word = word == 0 && space ? end : word;
        }
        return word > 0 ? word : most - (Character.isHighSurrogate(text.charAt(most - 1)) ? 1 : 0);
    }
}
