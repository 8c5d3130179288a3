package io.github.sessioncompression.stub;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One request as it reached a stub.
 *
 * @param path the path it was sent to, without the query
 * @param raw the body, byte for byte
 * @param body the body read as JSON
 * @param system the text of the system message or messages; {@code null} if there is none
 * @param messages the other messages, in order
 * @param tools the names of the tools the model may call
 * @param schema the response schema; {@code null} if there is none
 * @param maxOutputTokens the output limit; {@code null} if there is none
 * @param streaming whether the answer is to be streamed
 */
public record Sent(
        String path,
        String raw,
        Map<String, @Nullable Object> body,
        @Nullable String system,
        List<SentMessage> messages,
        List<String> tools,
        @Nullable Map<String, @Nullable Object> schema,
        @Nullable Integer maxOutputTokens,
        boolean streaming) {
    /** The last message. */
    public SentMessage last() {
        return messages.get(messages.size() - 1);
    }

    /** The text of the last user message; empty if there is none. */
    public String question() {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i).role().equals(SentMessage.USER)) {
                return messages.get(i).text();
            }
        }
        return "";
    }

    /** The texts of all messages, the system's included, each on lines of its own. */
    public String allText() {
        StringBuilder out = new StringBuilder(system == null ? "" : system);
        messages.forEach(message -> out.append('\n').append(message.text()));
        return out.toString();
    }

    /** The tokens of all messages' texts by o200k, the system's included. */
    public int textTokens() {
        int tokens = system == null ? 0 : CountedTexts.tokens(system);
        for (SentMessage message : messages) {
            tokens += CountedTexts.tokens(message.text());
        }
        return tokens;
    }
}
