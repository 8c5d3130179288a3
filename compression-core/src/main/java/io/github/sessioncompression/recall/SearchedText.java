package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.text.Letters;
import io.github.sessioncompression.text.Visible;
import java.util.ArrayList;
import java.util.List;

/** The text of a message that is searched: its own text, the tools it calls with their arguments, the tool that a result is from. */
final class SearchedText {
    /** The characters that are indexed of a longer message at its head, and as many at its end. */
    static final int READ_AT_EITHER_END = 100_000;

    /** The most characters of a passage, without the speaker. */
    static final int PASSAGE_CHARS = 400;

    /** The passages of a message that are looked at. */
    static final int MAX_PASSAGES = 16;

    private SearchedText() {}

    /** The whole text; the message's own text comes first. */
    static String of(Message message) {
        StringBuilder all = new StringBuilder(message.text());
        if (message.role() == Role.TOOL && message.name() != null) {
            line(all).append('[').append(message.name()).append(']');
        }
        for (ToolCall call : message.toolCalls()) {
            line(all).append(call.name()).append(' ').append(call.arguments());
        }
        return Visible.of(all.toString());
    }

    static String indexed(Message message) {
        String all = of(message);
        return all.length() <= 2 * READ_AT_EITHER_END
                ? all
                : all.substring(0, READ_AT_EITHER_END) + "\n" + all.substring(all.length() - READ_AT_EITHER_END);
    }

    private static StringBuilder line(StringBuilder text) {
        return text.isEmpty() ? text : text.append('\n');
    }

    /**
     * The pieces of a message that are embedded, each with its speaker's name if there is one: a few sentences, because one vector of a long
     * text is near to nothing that is asked. Linear time.
     */
    static List<String> passages(Message message) {
        String text = of(message);
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
        int most = from + PASSAGE_CHARS;
        if (most >= text.length()) {
            return text.length();
        }
        int word = 0;
        for (int end = most; end > from + PASSAGE_CHARS / 2; end--) {
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
