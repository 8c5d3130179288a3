package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.recall.Hit;
import io.github.sessioncompression.recall.MessageSearch;
import io.github.sessioncompression.recall.RecallOptions;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
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
 * Searches by words in a chat of {@code messages} messages. Prints first how long the index took to build and how much memory it takes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 4)
@Fork(1)
public class SearchBenchmark {
    private static final String CHAT = "chat";
    private static final int VOCABULARY = 30_000;
    private static final int QUERIES = 500;
    /** Makes few words frequent and most words rare, as they are in any language. */
    private static final int SKEW = 4;

    @Param({"10000", "100000"})
    int messages;

    private final Random random = new Random(42);
    private MessageSearch search;
    private final List<String> vocabulary = new ArrayList<>();
    private final List<String> queries = new ArrayList<>();
    private int next;

    /** Makes the chat and its index. */
    @Setup
    public void fill() {
        SessionStore store = SessionStore.inMemory();
        search = new MessageSearch(store, RecallOptions.defaults());
        for (int i = 0; i < VOCABULARY; i++) {
            StringBuilder word = new StringBuilder();
            for (int letters = 3 + random.nextInt(7); letters > 0; letters--) {
                word.append((char) ('a' + random.nextInt(26)));
            }
            vocabulary.add(word.toString());
        }
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            String text = text(8 + random.nextInt(50));
            entries.add(new Entry(i + 1L, i % 2 == 0 ? Message.user(text) : Message.assistant(text), 50));
        }
        store.append(CHAT, "life", 0, "key", entries);
        for (int i = 0; i < QUERIES; i++) {
            queries.add("What did I say about the " + text(6));
        }
        long start = System.nanoTime();
        searchOnce();
        System.out.printf(
                "index made in %d ms, %d bytes a message%n",
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), search.indexBytes() / messages);
    }

    private String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            int word = (int) (VOCABULARY * Math.pow(random.nextDouble(), SKEW));
            text.append(random.nextInt(3) == 0 ? "and" : vocabulary.get(word)).append(' ');
        }
        return text.append(random.nextInt(4) == 0 ? '?' : '.').toString();
    }

    /** One search. */
    @Benchmark
    public List<Hit> searchOnce() {
        next = (next + 1) % queries.size();
        return search.search(CHAT, queries.get(next), 10, 600, MessageSearch.Filter.ALL);
    }
}
