package io.github.sessioncompression.compare;

import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message of a transcript.
 *
 * @param text its text, after the sender's name if there is one
 * @param calls tool calls of an assistant message
 * @param answers id of the call that a tool message answers; empty in other messages
 * @param tool name of the tool that answers; empty in other messages
 * @param at the time at which it was sent; {@code null} if the transcript has none
 */
public record Line(
        Role role, String id, String text, List<Call> calls, String answers, String tool, @Nullable Instant at) {
    /** Copies the calls. */
    public Line {
        calls = List.copyOf(calls);
    }

    /** A tool call; {@code arguments} is JSON. */
    public record Call(String id, String name, String arguments) {}
}
