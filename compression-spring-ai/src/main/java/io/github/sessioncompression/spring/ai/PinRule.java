package io.github.sessioncompression.spring.ai;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.messages.Message;

/** An application's rule for messages that stay verbatim; what it throws at is not pinned. Safe for use by many threads. */
final class PinRule {
    /** Pins nothing. */
    static final PinRule NONE = new PinRule(message -> false);

    private static final Logger log = LoggerFactory.getLogger(PinRule.class);

    private final Predicate<Message> rule;
    private final AtomicBoolean toldOfFault = new AtomicBoolean();

    PinRule(Predicate<Message> rule) {
        this.rule = rule;
    }

    /** Messages read from Spring AI's, pinned where the rule says so. */
    List<io.github.sessioncompression.message.Message> marked(
            List<io.github.sessioncompression.message.Message> messages) {
        return this == NONE
                ? messages
                : messages.stream()
                        .map(message -> pins(message) ? message.withPinned(true) : message)
                        .toList();
    }

    private boolean pins(io.github.sessioncompression.message.Message message) {
        try {
            return !message.pinned()
                    && rule.test(MessageMapper.fromCore(List.of(message)).get(0));
        } catch (RuntimeException | Error e) {
            if (!toldOfFault.getAndSet(true)) {
                log.warn(
                        "The rule for pins has thrown {} at a message of the type {}: what it throws at is not pinned (said once)",
                        e.getClass().getName(),
                        message.role());
            }
            return false;
        }
    }
}
