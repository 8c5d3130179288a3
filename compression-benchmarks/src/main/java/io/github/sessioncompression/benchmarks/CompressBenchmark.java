package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A whole compression without a model of a chat of {@code tokens} tokens that nothing has read yet, beside the counting of its tokens. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 20)
@Measurement(iterations = 20)
@Fork(1)
public class CompressBenchmark {
    private static final int TOKENS_A_MESSAGE = 60;

    @Param({"25000", "100000", "400000"})
    int tokens;

    /** Short messages of both sides, or an assistant's long answers to short questions. */
    @Param({"talk", "answers"})
    String chat = "talk";

    private final MessageTokens counter = MessageTokens.of(TokenOptions.defaults());
    private List<Message> said;
    private SessionCompressor compressor;
    private Conversation conversation;

    /** Makes the chat: each time of messages of its own, for what is read of a message is kept with it. */
    @Setup(Level.Invocation)
    public void fill() {
        MadeUpChat madeUp = new MadeUpChat();
        said = new ArrayList<>();
        int left = tokens;
        while (left > 0) {
            for (Message message : chat.equals("talk") ? madeUp.talk(2, TOKENS_A_MESSAGE) : madeUp.answered()) {
                said.add(message);
                left -= counter.count(message);
            }
        }
        compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(4 * tokens))
                .executor(Runnable::run)
                .build();
        conversation = compressor.conversation("chat");
        conversation.append(said);
        conversation.append(Message.user("And now?"));
        conversation.view();
    }

    /** Ends the compressor. */
    @TearDown(Level.Invocation)
    public void close() {
        compressor.close();
    }

    /** {@code Conversation.compress()}. */
    @Benchmark
    public Outcome compress() {
        return conversation.compress();
    }

    /** The tokens of each message, counted once. */
    @Benchmark
    public int[] count() {
        return counter.counts(said);
    }
}
