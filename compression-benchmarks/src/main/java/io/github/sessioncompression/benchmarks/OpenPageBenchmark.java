package io.github.sessioncompression.benchmarks;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.console.ConsoleEvents;
import io.github.sessioncompression.console.ConsoleRequest;
import io.github.sessioncompression.console.ConsoleResponse;
import io.github.sessioncompression.console.SessionConsole;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
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
 * A turn of a chat without a console, with one, and with a page open that shows this very chat and asks again every {@value #REFRESH_MILLIS} ms, as
 * often as a page does at most. Every iteration begins a chat of its own; nothing is compressed.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 15)
@Measurement(iterations = 20)
@Fork(1)
public class OpenPageBenchmark {
    private static final int WINDOW = 10_000_000;
    private static final int TOKENS = 60;
    private static final int BEFORE = 1_000;
    private static final int TURNS = 2_000;
    private static final long REFRESH_MILLIS = 600;

    /** Whether there is a console, and a page. */
    @Param({"none", "console", "page"})
    public String open = "none";

    private final List<Message> said = new MadeUpChat().talk(BEFORE + 2 * TURNS, TOKENS);
    private SessionCompressor compressor;
    private Conversation chat;
    private CountDownLatch over = new CountDownLatch(1);
    private List<AutoCloseable> opened = List.of();

    /** Begins the chat, and opens what is wanted. */
    @Setup(Level.Iteration)
    public void begin() throws InterruptedException {
        compressor = SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(WINDOW))
                .build();
        chat = compressor.conversation("chat");
        chat.append(said.subList(0, BEFORE));
        chat.view();
        if (open.equals("none")) {
            return;
        }
        SessionConsole console = SessionConsole.builder().contents(true).build();
        console.attach(compressor);
        opened = List.of(console);
        if (open.equals("page")) {
            ConsoleEvents events = Objects.requireNonNull(get(console, "events").events());
            CountDownLatch shown = new CountDownLatch(1);
            over = new CountDownLatch(1);
            Thread page = new Thread(() -> show(console, shown), "page");
            page.start();
            shown.await();
            opened = List.of(over::countDown, page::join, events, console);
        }
    }

    /** Ends it. */
    @TearDown(Level.Iteration)
    public void end() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        compressor.close();
    }

    private void show(SessionConsole console, CountDownLatch shown) {
        try {
            do {
                List.of("about", "chat", "messages", "view").forEach(route -> get(console, route));
                shown.countDown();
            } while (!over.await(REFRESH_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ConsoleResponse get(SessionConsole console, String route) {
        ConsoleResponse response = console.handle(new ConsoleRequest(
                "GET", "/api/" + route, "id=chat&limit=100", name -> null, new byte[0], null, () -> null));
        if (response.status() != 200) {
            throw new IllegalStateException(route + ": " + response.status());
        }
        return response;
    }

    /** A question, the request for it, and the answer. */
    @Benchmark
    @OperationsPerInvocation(TURNS)
    public int turns() {
        int size = 0;
        for (int i = BEFORE; i < said.size(); i += 2) {
            chat.append(said.get(i));
            size += chat.view().messages().size();
            chat.append(said.get(i + 1));
        }
        return size;
    }
}
