package io.github.sessioncompression.samples.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jline.terminal.Size;
import org.jline.terminal.impl.LineDisciplineTerminal;

/** One run of the program on a terminal that a test types at. */
final class TerminalRun implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-14T15:09:26Z"), ZoneOffset.UTC);

    private final Shown shown = new Shown();
    private final StringWriter err = new StringWriter();
    private final LineDisciplineTerminal terminal;
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();

    private TerminalRun(String type, Map<String, String> environment, String... args) {
        try {
            terminal = new LineDisciplineTerminal("test", type, shown, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        terminal.setSize(new Size(200, 50));
        Thread program = new Thread(() -> exit.complete(Chat.commandLine(environment, () -> terminal, CLOCK)
                .setErr(new PrintWriter(err))
                .execute(inMemory(args))));
        program.setDaemon(true);
        program.start();
    }

    /** Unless a test says where its chat is kept, nothing is left of it. */
    private static String[] inMemory(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        if (all.stream().noneMatch(argument -> argument.startsWith("--file"))) {
            all.add(0, "--in-memory");
        }
        return all.toArray(String[]::new);
    }

    /** Starts the program on a terminal without any abilities. */
    static TerminalRun of(Map<String, String> environment, String... args) {
        return new TerminalRun("dumb", environment, args);
    }

    /** Starts the program on a terminal with colours and arrow keys. */
    static TerminalRun ofXterm(Map<String, String> environment, String... args) {
        return new TerminalRun("xterm-256color", environment, args);
    }

    /** Waits until that is shown, after what was waited for before. */
    TerminalRun sees(String text) {
        shown.await(text, PATIENCE_SECONDS);
        return this;
    }

    /** Types a line and Enter, once the prompt is there. */
    TerminalRun types(String line) {
        return sees("> ").keys(line + "\r");
    }

    /** Presses keys. */
    TerminalRun keys(String keys) {
        try {
            terminal.processInputBytes(keys.getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Everything shown so far. */
    String text() {
        return shown.text();
    }

    /** Text on standard error. */
    String err() {
        return err.toString();
    }

    /** Waits for the end. */
    int exitCode() {
        try {
            return exit.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("no end; shown was:\n" + text(), e);
        }
    }

    @Override
    public void close() {
        if (!exit.isDone()) {
            // Ctrl-C for an answer that is being written, Ctrl-D for the prompt after it.
            keys("\u0003").keys("\u0004");
        }
        exitCode();
    }

    /** Output of the terminal. */
    private static final class Shown extends OutputStream {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int seen;

        @Override
        public synchronized void write(int b) {
            bytes.write(b);
            notifyAll();
        }

        @Override
        public synchronized void write(byte[] buffer, int offset, int length) {
            bytes.write(buffer, offset, length);
            notifyAll();
        }

        synchronized String text() {
            return bytes.toString(UTF_8);
        }

        synchronized void await(String wanted, long seconds) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            int at = text().indexOf(wanted, seen);
            while (at < 0) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    throw new AssertionError(
                            "never shown: '" + wanted + "' after character " + seen + " of:\n" + text());
                }
                try {
                    wait(left);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                at = text().indexOf(wanted, seen);
            }
            seen = at + wanted.length();
        }
    }
}
