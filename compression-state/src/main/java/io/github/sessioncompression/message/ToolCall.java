package io.github.sessioncompression.message;

import java.util.Objects;

/**
 * A model's request to run a tool.
 *
 * @param id what the result refers to; empty if the provider gives none (pairing is then by position)
 * @param name the tool's name
 * @param arguments the arguments as the model wrote them, normally a JSON object; never parsed, so it may be malformed
 */
public record ToolCall(String id, String name, String arguments) {
    /** Checks that nothing is {@code null}. */
    public ToolCall {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(arguments, "arguments");
    }
}
