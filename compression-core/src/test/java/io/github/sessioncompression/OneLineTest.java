package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Much on one line, as a pasted log or a minified file is. */
class OneLineTest {
    private static final int CHARACTERS = 600_000;

    @ParameterizedTest
    @ValueSource(
            strings = {"It is red or blue? ", "The lid is red. ", "A. ", "you ", "12.5 ", "((a) ", "https://x.y/z "})
    void isCompressedInLinearTime(String piece) {
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(2_000_000))
                .build()) {
            Conversation chat = compressor.conversation("chat");
            chat.append(Message.user(piece.repeat(CHARACTERS / piece.length())), Message.assistant("Done."));
            for (int turn = 0; turn < 6; turn++) {
                chat.append(Message.user("And box " + turn + "?"), Message.assistant("It is in row " + turn + "."));
            }

            Outcome outcome = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> chat.compress());

            assertThat(outcome).isInstanceOf(Outcome.Compressed.class);
        }
    }
}
