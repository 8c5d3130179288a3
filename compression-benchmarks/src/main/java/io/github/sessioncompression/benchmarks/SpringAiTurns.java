package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;

/**
 * Turns over Spring AI's chat memories: what the memory advisor does around a call.
 *
 * <p>Subclasses fill the memories anew in every iteration, each with all messages of the pool but those of the turns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
public abstract class SpringAiTurns {
    private static final int TURNS = 50;
    private static final int TOKENS = 60;

    @SuppressWarnings("NullAway.Init") // set before each iteration
    ChatMemory compressing;

    @SuppressWarnings("NullAway.Init") // set before each iteration
    ChatMemory window;

    String chat = "chat";
    private List<Message> pool = List.of();

    /** Makes the common input: messages to begin with, and those of the turns. */
    void makePool(int messages) {
        pool = new MadeUpChat()
                .talk(messages + 2 * TURNS, TOKENS).stream()
                        .<Message>map(message -> message.role() == Role.USER
                                ? new UserMessage(message.text())
                                : new AssistantMessage(message.text()))
                        .toList();
    }

    /** Begins the chat in both memories. */
    void fillMemories() {
        for (ChatMemory memory : List.of(compressing, window)) {
            memory.add(chat, new ArrayList<>(pool.subList(0, pool.size() - 2 * TURNS)));
            memory.get(chat);
        }
    }

    /** Ours. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int compressing() {
        return turns(compressing);
    }

    /** Spring AI's own, which counts no tokens. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int messageWindow() {
        return turns(window);
    }

    private int turns(ChatMemory memory) {
        int size = 0;
        for (int i = pool.size() - 2 * TURNS; i < pool.size(); i += 2) {
            size += memory.get(chat).size();
            memory.add(chat, pool.get(i));
            memory.add(chat, pool.get(i + 1));
        }
        return size;
    }
}
