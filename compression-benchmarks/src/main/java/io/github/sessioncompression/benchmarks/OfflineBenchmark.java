package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.offline.OfflineStateCompiler;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The offline compiler on a chat of {@code tokens} tokens, into a state of a tenth of them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class OfflineBenchmark {
    private static final int TOKENS_A_MESSAGE = 60;

    @Param({"25000", "100000", "400000"})
    int tokens;

    private final MessageTokens counter = MessageTokens.of(TokenOptions.defaults());
    private final OfflineStateCompiler compiler = new OfflineStateCompiler(counter::countText);
    private CompileRequest request;

    /** Makes the chat. */
    @Setup
    public void fill() {
        List<Message> chat = new MadeUpChat().talk(tokens / TOKENS_A_MESSAGE, TOKENS_A_MESSAGE);
        List<Entry> span = new ArrayList<>(chat.size());
        for (Message message : chat) {
            span.add(new Entry(span.size() + 1L, message, counter.count(message)));
        }
        request = new CompileRequest(StateSchema.session(), span, null, null, Math.min(16_000, tokens / 10));
    }

    /** One compression. */
    @Benchmark
    public StateDocument compile() {
        return compiler.compile(request);
    }
}
