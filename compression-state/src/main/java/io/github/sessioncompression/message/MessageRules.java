package io.github.sessioncompression.message;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application's rules for messages of a framework: which stay verbatim, and which words of a user's message are the user's. A rule that throws
 * has no effect on what it throws at; one WARN for each rule reports it. As safe for many threads as the rules.
 *
 * <p><em>Does nothing when</em> made by {@link #none}. <em>On failure</em>: the message is not pinned, and all of its
 * text counts as the user's.
 *
 * @param <F> the framework's messages
 */
public final class MessageRules<F> {
    private static final Logger log = LoggerFactory.getLogger(MessageRules.class);

    private final Predicate<? super F> pin;
    private final UnaryOperator<@Nullable String> ownWords;
    private final AtomicBoolean toldOfPins = new AtomicBoolean();
    private final AtomicBoolean toldOfWords = new AtomicBoolean();

    /**
     * Rules.
     *
     * @param pin accepts the messages that stay verbatim
     * @param ownWords the user's own words in a user's text; {@code null} for a text of no template of the application's
     */
    public MessageRules(Predicate<? super F> pin, UnaryOperator<@Nullable String> ownWords) {
        this.pin = pin;
        this.ownWords = ownWords;
    }

    /** Pins nothing, and knows no template. */
    public static <F> MessageRules<F> none() {
        return new MessageRules<>(message -> false, text -> null);
    }

    /** These rules with another rule for pins. */
    public MessageRules<F> withPin(Predicate<? super F> newPin) {
        return new MessageRules<>(newPin, ownWords);
    }

    /** These rules with another rule for the user's own words. */
    public MessageRules<F> withOwnWords(UnaryOperator<@Nullable String> newOwnWords) {
        return new MessageRules<>(pin, newOwnWords);
    }

    /** True if the message stays verbatim. */
    public boolean pins(F message) {
        try {
            return pin.test(message);
        } catch (RuntimeException | Error e) {
            if (!toldOfPins.getAndSet(true)) {
                log.warn(
                        "The rule for pins has thrown {} at a message of {}: what it throws at is not pinned (said once)",
                        e.getClass().getName(),
                        message.getClass());
            }
            return false;
        }
    }

    /** The user's own words in a text of a template; {@code null} if all of it is the user's. */
    public @Nullable String ownWords(@Nullable String text) {
        try {
            return ownWords.apply(text);
        } catch (RuntimeException | Error e) {
            if (!toldOfWords.getAndSet(true)) {
                log.warn(
                        "The rule for the user's own words has thrown {}: without it all of the text is the user's (said once)",
                        e.getClass().getName());
            }
            return null;
        }
    }
}
