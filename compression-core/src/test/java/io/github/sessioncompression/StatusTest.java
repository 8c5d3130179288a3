package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.github.sessioncompression.policy.CompressionPolicy;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tellings of a compression that repeat nothing of the chat. */
class StatusTest {
    @AutoClose
    private final Warnings logged = new Warnings(Level.INFO);

    @AutoClose
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .executor(Runnable::run)
            .build();

    private final Conversation chat = compressor.conversation("chat");

    @BeforeEach
    void compress() {
        for (int i = 0; i < 10; i++) {
            chat.append(Chats.turn(i, 40));
        }
        chat.compress();
    }

    @Test
    void compressionIsOneInfoLineWithSizes() {
        assertThat(logged.lines())
                .singleElement()
                .asString()
                .matches("Conversation chat: \\d+ messages compressed, \\d+ to \\d+ tokens, state by extract, in \\d+"
                        + " ms\\.");
    }

    @Test
    void textOfStatusHasNoContents() {
        assertThat(chat.status().state().orElseThrow().items().toString()).contains("Order");
        assertThat(chat.status().toString())
                .contains("conversationId=chat", "contextTokens=", " items")
                .doesNotContain("Order");
    }
}
