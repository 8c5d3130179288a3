package io.github.sessioncompression.settings;

import io.github.sessioncompression.message.Message;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Rule for messages that stay verbatim in every view, before the state: a bean of this type is asked when a message is added or read from
 * a framework's store.
 *
 * <pre>{@code
 * PinnedMessages pins = message -> message.role() == Role.TOOL && "read_handbook".equals(message.name());
 * }</pre>
 *
 * <p>A tool call and its results stay together. What the rule throws at is not pinned, and one WARN reports it. Implementations are
 * safe for use by many threads.
 */
@FunctionalInterface
public interface PinnedMessages extends Predicate<Message> {
    /** All rules as one; empty if there is none. */
    static Optional<Predicate<Message>> any(List<PinnedMessages> rules) {
        return rules.stream().<Predicate<Message>>map(rule -> rule).reduce(Predicate::or);
    }
}
