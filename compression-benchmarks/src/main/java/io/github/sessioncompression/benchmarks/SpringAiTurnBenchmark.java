package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;

/**
 * Turns over chat memories in this process at {@value #MESSAGES} messages.
 *
 * <p>The window memory holds just so many messages.
 */
@Warmup(iterations = 60)
@Measurement(iterations = 20)
public class SpringAiTurnBenchmark extends SpringAiTurns {
    private static final int MESSAGES = 2_000;
    private static final int WINDOW = 100_000_000;

    /** Makes the common input. */
    public SpringAiTurnBenchmark() {
        makePool(MESSAGES);
    }

    /** Begins the chats and fills them. */
    @Setup(Level.Iteration)
    public void fill() {
        compressing = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .build();
        window = MessageWindowChatMemory.builder().maxMessages(MESSAGES).build();
        fillMemories();
    }
}
