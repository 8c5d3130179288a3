package io.github.sessioncompression.request;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.util.Set;

/**
 * Gives calls and results of tools that a request does not offer names that every provider accepts.
 *
 * <p>A chat may have been with another provider, or with other tools: what one takes as a name of a tool, {@code files.read} or
 * {@code größe}, another one refuses permanently while it is in the history. The names of tools that are offered with the request stay,
 * because the model must call them so, and the provider has taken them there. In all others everything but {@code a-z}, {@code A-Z},
 * {@code 0-9}, {@code _} and {@code -} becomes an underscore, and what exceeds {@value #LONGEST} characters is cut off.
 *
 * <p>Takes linear time. Safe for use by many threads.
 *
 * @param offered the names of the tools that a request offers
 */
public record ToolNames(Set<String> offered) {
    /** Maximum length of a name that all providers accept. */
    private static final int LONGEST = 64;

    /** Copies the names. */
    public ToolNames {
        offered = Set.copyOf(offered);
    }

    /** {@code message} as it is shown; the same instance if its names are accepted. */
    public Message accept(Message message) {
        if (message.role() == Role.TOOL) {
            String name = message.name() == null ? null : accepted(message.name());
            return name == null || name.equals(message.name()) ? message : message.withCall(message.toolCallId(), name);
        }
        return message.withEachCall(call -> new ToolCall(call.id(), accepted(call.name()), call.arguments()));
    }

    /** A name that every provider accepts; the same instance if the name is one, or if it is offered. */
    private String accepted(String name) {
        boolean same = name.length() <= LONGEST;
        for (int i = 0; same && i < name.length(); i++) {
            same = isPlain(name.charAt(i));
        }
        if (same || offered.contains(name)) {
            return name;
        }
        StringBuilder plain = new StringBuilder();
        name.codePoints()
                .limit(LONGEST)
                .forEach(c -> plain.append(c <= Character.MAX_VALUE && isPlain((char) c) ? (char) c : '_'));
        return plain.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
