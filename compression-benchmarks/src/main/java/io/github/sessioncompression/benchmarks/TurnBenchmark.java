package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
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
 * One turn of a chat that is already long: append the user's message, take the view, append the answer.
 *
 * <p>The window is so large that nothing is compressed, so that all messages stand in the view: the worst case for what a
 * turn costs. To be held against {@link #tokenizeTwoMessages}, in the same run. Each iteration begins with a conversation
 * of exactly {@code messages} messages and adds {@value #TURNS} turns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 100)
@Measurement(iterations = 40)
@Fork(1)
public class TurnBenchmark {
    private static final int TURNS = 200;
    private static final int TOKENS = 60;

    @Param({"200", "20000"})
    int messages;

    private final List<Message> pool = new MadeUpChat().talk(2 * TURNS, TOKENS);
    private final MessageTokens tokens = MessageTokens.of(TokenOptions.defaults());
    private SessionCompressor compressor;
    private Conversation chat;

    /** Begins a chat and fills it. */
    @Setup(Level.Iteration)
    public void fill() {
        compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(100_000_000))
                .executor(Runnable::run)
                .build();
        chat = compressor.conversation("chat");
        for (int i = 0; i < messages; i += 2 * TURNS) {
            chat.append(pool.subList(0, Math.min(pool.size(), messages - i)));
        }
        chat.view();
    }

    /** Lets the chat go. */
    @TearDown(Level.Iteration)
    public void close() {
        compressor.close();
    }

    /** A turn. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public long turn() {
        long sum = 0;
        for (int i = 0; i < 2 * TURNS; i += 2) {
            chat.append(pool.get(i));
            View view = chat.view();
            sum += view.tokens() + view.messages().size();
            chat.append(pool.get(i + 1));
        }
        return sum;
    }

    /** What the two messages of a turn cost to count. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public long tokenizeTwoMessages() {
        long sum = 0;
        for (int i = 0; i < 2 * TURNS; i++) {
            sum += tokens.count(pool.get(i));
        }
        return sum;
    }
}
