package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Message.Parts;
import io.github.sessioncompression.message.Role;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.messages.Message;

/**
 * An application's rules for messages: which stay verbatim, and which words of a user's message are the user's. What a rule throws at is as it would
 * be without it. Safe for use by many threads.
 */
final class MessageRules {
    /** Pins nothing, and knows no template. */
    static final MessageRules NONE = new MessageRules(message -> false, text -> null);

    private static final Logger log = LoggerFactory.getLogger(MessageRules.class);

    private final Predicate<Message> pin;
    private final UnaryOperator<@Nullable String> ownWords;
    private final AtomicBoolean toldOfPins = new AtomicBoolean();
    private final AtomicBoolean toldOfWords = new AtomicBoolean();

    private MessageRules(Predicate<Message> pin, UnaryOperator<@Nullable String> ownWords) {
        this.pin = pin;
        this.ownWords = ownWords;
    }

    MessageRules withPin(Predicate<Message> newPin) {
        return new MessageRules(newPin, ownWords);
    }

    MessageRules withOwnWords(UnaryOperator<@Nullable String> newOwnWords) {
        return new MessageRules(pin, newOwnWords);
    }

    /** Messages read from Spring AI's, pinned and divided where the rules say so. */
    List<io.github.sessioncompression.message.Message> marked(
            List<io.github.sessioncompression.message.Message> messages) {
        return this == NONE
                ? messages
                : messages.stream()
                        .map(this::divided)
                        .map(message -> pins(message) ? message.withPinned(true) : message)
                        .toList();
    }

    private io.github.sessioncompression.message.Message divided(io.github.sessioncompression.message.Message message) {
        if (message.role() != Role.USER) {
            return message;
        }
        try {
            String own = ownWords.apply(message.text());
            return own == null || own.equals(message.text())
                    ? message
                    : message.withParts(Parts.around(message.text(), own));
        } catch (RuntimeException | Error e) {
            if (!toldOfWords.getAndSet(true)) {
                log.warn(
                        "The rule for the user's own words has thrown {}: without it all of the text is the user's (said once)",
                        e.getClass().getName());
            }
            return message;
        }
    }

    private boolean pins(io.github.sessioncompression.message.Message message) {
        try {
            return !message.pinned()
                    && pin.test(MessageMapper.fromCore(List.of(message)).get(0));
        } catch (RuntimeException | Error e) {
            if (!toldOfPins.getAndSet(true)) {
                log.warn(
                        "The rule for pins has thrown {} at a message of the type {}: what it throws at is not pinned (said once)",
                        e.getClass().getName(),
                        message.role());
            }
            return false;
        }
    }
}
