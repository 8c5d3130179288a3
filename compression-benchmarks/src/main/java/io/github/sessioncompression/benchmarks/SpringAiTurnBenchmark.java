package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

/**
 * One turn over Spring AI's chat memories at {@value #MESSAGES} messages: what the memory advisor does around a call.
 *
 * <p>The window memory holds just so many messages and counts no tokens. Every iteration begins with exactly so many messages.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 60)
@Measurement(iterations = 20)
@Fork(1)
public class SpringAiTurnBenchmark {
    private static final int MESSAGES = 2_000;
    private static final int TURNS = 50;
    private static final int WINDOW = 100_000_000;
    private static final int TOKENS = 60;
    private static final String CHAT = "chat";

    private final List<Message> pool = new ArrayList<>();
    private ChatMemory compressing;
    private ChatMemory window;

    /** Makes the common input. */
    public SpringAiTurnBenchmark() {
        for (io.github.sessioncompression.message.Message message :
                new MadeUpChat().talk(MESSAGES + 2 * TURNS, TOKENS)) {
            pool.add(
                    message.role() == Role.USER
                            ? new UserMessage(message.text())
                            : new AssistantMessage(message.text()));
        }
    }

    /** Begins the chats and fills them. */
    @Setup(Level.Iteration)
    public void fill() {
        compressing = CompressingChatMemory.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .build();
        compressing.add(CHAT, pool.subList(0, MESSAGES));
        compressing.get(CHAT);
        window = MessageWindowChatMemory.builder().maxMessages(MESSAGES).build();
        window.add(CHAT, new ArrayList<>(pool.subList(0, MESSAGES)));
    }

    /** Ours. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int compressing() {
        return turn(compressing);
    }

    /** Spring AI's own, which counts no tokens. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int messageWindow() {
        return turn(window);
    }

    private int turn(ChatMemory memory) {
        int size = 0;
        for (int i = 0; i < 2 * TURNS; i += 2) {
            size += memory.get(CHAT).size();
            memory.add(CHAT, pool.get(MESSAGES + i));
            memory.add(CHAT, pool.get(MESSAGES + i + 1));
        }
        return size;
    }
}
