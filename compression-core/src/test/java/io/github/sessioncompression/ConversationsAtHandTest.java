package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import org.junit.jupiter.api.Test;

class ConversationsAtHandTest {
    @Test
    void keepsTheConversationsUsedLast() {
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(8_000))
                .conversationsAtHand(1)
                .build()) {
            Conversation first = compressor.conversation("first");
            first.append(Message.user("Hi."));
            assertThat(compressor.conversation("first")).isSameAs(first);
            compressor.conversation("second").append(Message.user("Hello."));
            compressor.conversation("third").append(Message.user("Hello."));
            Conversation again = compressor.conversation("first");
            assertThat(again).isNotSameAs(first);
            assertThat(again.transcript()).hasSize(1);
        }
    }

    @Test
    void refusesNumbersOutOfRange() {
        for (int number : new int[] {0, 1_000_001}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SessionCompressor.builder().conversationsAtHand(number))
                    .withMessageContaining("conversationsAtHand");
        }
    }
}
