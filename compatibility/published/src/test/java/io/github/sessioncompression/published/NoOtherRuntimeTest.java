package io.github.sessioncompression.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** On the class path that an application gets with the core, there is no runtime of another language, and a model is called. */
class NoOtherRuntimeTest {
    private static final int THRESHOLD = 2;

    @Test
    void kotlinIsNotThere() {
        assertThatThrownBy(() -> Class.forName("kotlin.Unit")).isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void aModelIsRetriedAndLeftAloneAfterFailures() {
        AtomicInteger calls = new AtomicInteger();
        StructuredModel model = new StructuredModel() {
            @Override
            public ModelAnswer answer(ModelRequest request) {
                calls.incrementAndGet();
                throw new IllegalStateException("no answer");
            }
        };
        CompressionPolicy policy = CompressionPolicy.forWindow(4_000)
                .withModel(ModelOptions.defaults()
                        .withRetries(1)
                        .withBackoff(Duration.ofMillis(1))
                        .withBreakerThreshold(THRESHOLD));
        try (SessionCompressor compressor = SessionCompressor.builder()
                .policy(policy)
                .model(model)
                .executor(Runnable::run)
                .build()) {
            for (int i = 0; i < THRESHOLD + 3; i++) {
                Conversation chat = compressor.conversation("chat-" + i);
                for (int turn = 0; turn < 3; turn++) {
                    chat.append(
                            Message.user("Which of the " + turn + " lamps is broken? ".repeat(20)),
                            Message.assistant("The one in the cellar, number " + turn + ". ".repeat(20)));
                }
                chat.append(Message.user("And now?"));
                assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
            }
        }
        assertThat(calls.get()).isBetween(2, 2 * THRESHOLD);
    }
}
