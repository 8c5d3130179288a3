package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.message.Message;
import java.util.function.Predicate;

/**
 * Rule for messages that stay verbatim in every view, before the state: a bean of this type is asked when a message is added or read from
 * a framework's store, beside the properties {@code session-compression.pin.*}.
 *
 * <p>A tool call and its results stay together. What the rule throws at is not pinned, and one WARN reports it.
 */
@FunctionalInterface
public interface PinnedMessages extends Predicate<Message> {}
