package io.github.sessioncompression.benchmarks;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.TokenWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiTokenCountEstimator;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.policy.CompressionPolicy;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One turn over LangChain4j's chat memory, in the order in which its AI services call it; {@code -p messages=200,20000 -p kind=compressing} shows that it
 * does not grow with the chat.
 *
 * <p>The windows are so large that all messages stay, and every iteration begins with a memory of exactly that size.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 20)
@Fork(1)
public class LangChain4jTurnBenchmark {
    private static final int TURNS = 5;
    private static final int WINDOW = 100_000_000;
    private static final int TOKENS = 60;
    private static final SystemMessage SYSTEM = SystemMessage.from("You help the customers of a garden shop.");

    /** Both memories' common input. */
    private List<ChatMessage> pool = List.of();

    private SessionCompressor compressor;
    private ChatMemory memory;

    @Param({"compressing", "token-window"})
    String kind = "";

    @Param({"2000"})
    int messages;

    /** Makes the input. */
    @Setup
    public void makePool() {
        pool = new MadeUpChat()
                .talk(messages + 2 * TURNS, TOKENS).stream()
                        .<ChatMessage>map(message -> message.role() == Role.USER
                                ? UserMessage.from(message.text())
                                : AiMessage.from(message.text()))
                        .toList();
    }

    /** Begins a chat and fills it. */
    @Setup(Level.Iteration)
    public void fill() {
        compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .build();
        memory = kind.equals("token-window")
                ? TokenWindowChatMemory.withMaxTokens(WINDOW, new OpenAiTokenCountEstimator("gpt-4o"))
                : CompressingChatMemory.builder()
                        .id("chat")
                        .compressor(compressor)
                        .build();
        List<ChatMessage> all = new ArrayList<>();
        all.add(SYSTEM);
        all.addAll(pool.subList(0, messages));
        memory.set(all);
        memory.messages();
    }

    /** Lets the chat go. */
    @TearDown(Level.Iteration)
    public void close() {
        compressor.close();
    }

    /** System message again, messages, the user's message, the answer. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int turn() {
        int size = 0;
        for (int i = 0; i < 2 * TURNS; i += 2) {
            memory.add(SYSTEM);
            size += memory.messages().size();
            memory.add(pool.get(messages + i));
            memory.add(pool.get(messages + i + 1));
        }
        return size;
    }
}
