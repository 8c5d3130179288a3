package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.extract.ExtractCompiler;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.SurvivalCheck;
import io.github.sessioncompression.survival.SurvivalCheck.Survival;
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

/**
 * The extract compiler on a chat of {@code tokens} tokens, into a state of a tenth of them, with the check of what the state shows.
 */
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

    /** Short messages of both sides, or an assistant's long answers to short questions. */
    @Param({"talk", "answers"})
    String chat = "talk";

    private final MessageTokens counter = MessageTokens.of(TokenOptions.defaults());
    private final ExtractCompiler compiler = new ExtractCompiler(counter::countText);
    private final StateSchema schema = StateSchema.session();
    private CompileRequest request;

    /** Makes the chat. */
    @Setup
    public void fill() {
        MadeUpChat madeUp = new MadeUpChat();
        List<Entry> span = new ArrayList<>();
        int left = tokens;
        while (left > 0) {
            for (Message message : chat.equals("talk") ? madeUp.talk(2, TOKENS_A_MESSAGE) : madeUp.answered()) {
                int counted = counter.count(message);
                span.add(new Entry(span.size() + 1L, message, counted));
                left -= counted;
            }
        }
        request = new CompileRequest(schema, span, null, null, Math.min(16_000, tokens / 10));
    }

    /** One compression: the state is compiled, and checked for what it lacks. */
    @Benchmark
    public Survival compileAndCheck() {
        int cap = request.maxTokens();
        SurvivalCheck check = new SurvivalCheck(schema, counter::countText, false);
        return check.check(null, request.span(), compiler.compile(request), List.of(), cap);
    }
}
