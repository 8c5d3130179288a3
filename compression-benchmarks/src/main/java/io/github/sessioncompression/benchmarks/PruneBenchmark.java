package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.Pruner;
import io.github.sessioncompression.prune.Pruner.PruneStep;
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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Prunes 10,000 messages with 5 MB of tool output: finds the boundary and makes every entry's view. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PruneBenchmark {
    private static final int MESSAGES = 10_000;
    private static final int RESULT_CHARACTERS = 2_000;

    private final List<Entry> entries = new ArrayList<>();
    private long contextTokens;
    private Pruner pruner;

    /** Makes the messages: a quarter of them are tool results. */
    @Setup
    public void fill() {
        MessageTokens tokens = MessageTokens.of(TokenOptions.defaults());
        for (Message message : new MadeUpChat().toolTalk(MESSAGES, RESULT_CHARACTERS)) {
            Entry entry = new Entry(entries.size() + 1L, message, tokens.count(message));
            entries.add(entry);
            contextTokens += entry.tokens();
        }
        pruner = new Pruner(PruneOptions.defaults(), tokens, 1_000_000);
    }

    /** One pruning. */
    @Benchmark
    public long prune() {
        PruneStep step = pruner.advance(entries, contextTokens, 0);
        long left = 0;
        for (Entry entry : entries) {
            left += pruner.view(entry, step.prunedThrough()).tokens();
        }
        return left;
    }
}
