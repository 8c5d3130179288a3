package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateItem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The messages before a span are read again, and the previous state may quote them. */
class SecondStateTest {
    private static void talk(Conversation chat, int from, int to) {
        for (int i = from; i < to; i++) {
            chat.append(Message.user(
                    i % 2 == 0
                            ? "We decided to take the wheelbarrow WB-" + i + ". What does it cost with " + i
                                    + " percent off?"
                            : "Does the pump P-" + i + " suffice for " + 2 * i
                                    + " square metres? I like short answers."));
            chat.append(Message.assistant(
                    "Order " + i + " arrives on day " + i + " and costs " + 3 * i + " euros. It is in stock."));
        }
    }

    @Test
    void quotesNoSentenceTwice() {
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4_000))
                .executor(Runnable::run)
                .build()) {
            Conversation chat = compressor.conversation("chat");
            for (int state = 0; state < 4; state++) {
                talk(chat, 20 * state, 20 * state + 20);
                chat.compress();

                chat.status().state().orElseThrow().fields().forEach((field, items) -> {
                    List<String> texts = items.stream().map(StateItem::text).toList();
                    assertThat(texts).as(field).doesNotHaveDuplicates();
                    assertThat(texts).allSatisfy(text -> {
                        List<String> sentences =
                                List.of(text.replaceFirst("^[A-Z]\\w+: ", "").split(" … "));
                        assertThat(sentences).doesNotHaveDuplicates();
                    });
                });
            }
        }
    }
}
