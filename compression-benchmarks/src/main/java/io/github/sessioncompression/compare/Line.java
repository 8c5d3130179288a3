package io.github.sessioncompression.compare;

import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.util.List;

/**
 * One message of a transcript.
 *
 * @param text its text, after the sender's name if there is one
 * @param calls tool calls of an assistant message
 * @param answers id of the call that a tool message answers; empty in other messages
 * @param tool name of the tool that answers; empty in other messages
 */
record Line(Role role, String id, String text, List<Call> calls, String answers, String tool) {
    Line {
        calls = List.copyOf(calls);
    }

    /** A tool call; {@code arguments} is JSON. */
    record Call(String id, String name, String arguments) {}
}
