package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.stream.Collectors;

/** A chat without a model that a test compresses again and again, to read what is still shown. */
final class CompressedAgain implements AutoCloseable {
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(16_000))
            .executor(Runnable::run)
            .build();
    private final Conversation chat = compressor.conversation("chat");

    void say(String user, String assistant) {
        add(Message.user(user), Message.assistant(assistant));
    }

    void add(Message... messages) {
        chat.append(messages);
    }

    /** View after one more compression. */
    String compressed() {
        say("?", "!");
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        return chat.view().messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    @Override
    public void close() {
        compressor.close();
    }
}
