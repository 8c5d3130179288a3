package io.github.sessioncompression.stub;

import java.util.List;

/**
 * One message of a request, in words that are the same for all providers.
 *
 * @param role {@link #USER}, {@link #ASSISTANT} or {@link #TOOL}
 * @param text the text, or the result of a tool; empty if there is none
 * @param calls for an assistant's message the calls it makes: ids, or the tools' names where the provider has no ids
 * @param answers for a tool's result the call it answers, likewise; else empty
 */
public record SentMessage(String role, String text, List<String> calls, String answers) {
    /** The role of the user. */
    public static final String USER = "user";

    /** The role of the model. */
    public static final String ASSISTANT = "assistant";

    /** The role of a tool's result. */
    public static final String TOOL = "tool";

    /** Copies the calls. */
    public SentMessage {
        calls = List.copyOf(calls);
    }
}
