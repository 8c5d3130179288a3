package io.github.sessioncompression.redaction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.text.Visible;
import java.util.List;

/**
 * The texts of a message as they are read, with the secrets in them. Immutable.
 *
 * @param text the text and its secrets
 * @param arguments the same of its tool calls, in their order
 * @param asksFor true if the text ends by asking for a secret
 */
record SeenMessage(Seen text, List<Seen> arguments, boolean asksFor) {
    /** What was read of messages: of each once, while the message, the instance, lives. */
    private static final Cache<Message, SeenMessage> READ =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    /** A text as it is read, and the secrets in it. */
    record Seen(String text, List<SecretSpan> secrets) {
        /** A text as it is read, with its secrets. */
        static Seen of(String said) {
            String text = Visible.of(said);
            return new Seen(text, List.copyOf(Secrets.find(text)));
        }
    }

    /** What is read of a message; computed once for each instance. */
    static SeenMessage of(Message message) {
        return READ.get(message, SeenMessage::read);
    }

    private static SeenMessage read(Message message) {
        Seen text = Seen.of(message.role() == Role.TOOL ? Visible.ofData(message.text()) : message.text());
        List<Seen> arguments = message.toolCalls().stream()
                .map(call -> Seen.of(Visible.ofData(call.arguments())))
                .toList();
        return new SeenMessage(text, arguments, Secrets.asksFor(text.text()));
    }
}
