package io.github.sessioncompression.samples.langchain4j;

import io.github.sessioncompression.Status;
import io.github.sessioncompression.command.Notices;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * The terminal. Safe for use by many threads: notices wait for the end of an answer that is being written, and appear above a line
 * that is being typed.
 */
final class Console implements AutoCloseable {
    private static final int CELLS = 30;
    private static final int MAX_CHARACTERS = 200;
    private static final Notices NOTICES = Notices.of(Locale.ENGLISH);
    private static final AttributedStyle FAINT =
            AttributedStyle.DEFAULT.foreground(AttributedStyle.BRIGHT | AttributedStyle.BLACK);
    private static final AttributedStyle NOTICE = AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
    private static final AttributedStyle ERROR = AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);

    private final Terminal terminal;
    private final LineReader reader;
    private final List<String> waiting = new ArrayList<>();
    private boolean answering;
    private boolean midLine;

    Console(Terminal terminal) {
        this.terminal = terminal;
        // Lines are read as they are: no quotes, no escapes, no history expansion.
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
    }

    /** Reads a line. */
    String read(String prompt) {
        return reader.readLine(prompt);
    }

    /** Does {@code work}, which can ask whether the user has pressed Ctrl-C meanwhile. */
    <T> T interruptibly(Function<BooleanSupplier, T> work) {
        AtomicBoolean pressed = new AtomicBoolean();
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> pressed.set(true));
        try {
            return work.apply(pressed::get);
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
        }
    }

    /** A line, or some, of the program's own. */
    void line(String text) {
        print(new AttributedString(text));
    }

    /** Something less important, in one line. */
    void faint(String text) {
        print(new AttributedString(line(text, MAX_CHARACTERS), FAINT));
    }

    /** Something went wrong, in one line. */
    void error(String text) {
        print(new AttributedString(line(text, MAX_CHARACTERS), ERROR));
    }

    private synchronized void print(AttributedString line) {
        if (midLine) {
            terminal.writer().println();
            midLine = false;
        }
        terminal.writer().println(line.toAnsi(terminal));
        terminal.writer().flush();
    }

    /** Shows the size of the context. */
    void gauge(Status status) {
        int window = Math.max(1, status.contextWindow());
        int filled = (int) Math.min(CELLS, (long) CELLS * status.contextTokens() / window);
        line(String.format(
                Locale.ROOT,
                "[%s%s] %,d of %,d tokens (%d %%), %s%s",
                "#".repeat(filled),
                ".".repeat(CELLS - filled),
                status.contextTokens(),
                window,
                Math.round(100.0 * status.contextTokens() / window),
                status.compressing()
                        ? "compressing"
                        : String.format(Locale.ROOT, "compression at %,d", status.triggerTokens()),
                status.stateTokens() > 0 ? String.format(Locale.ROOT, ", state %,d", status.stateTokens()) : ""));
    }

    /** Tells what the library did, from any of its threads. */
    void notice(CompressionEvent event) {
        boolean nothingNew = (event instanceof StageStarted started && started.stage() != Stage.COMPRESS)
                || (event instanceof StageFinished finished && finished.affected() == 0);
        if (!nothingNew) {
            notice("* " + NOTICES.text(event));
        }
    }

    private synchronized void notice(String text) {
        if (answering) {
            waiting.add(text);
        } else if (reader.isReading()) {
            reader.printAbove(new AttributedString(text, NOTICE));
        } else {
            print(new AttributedString(text, NOTICE));
        }
    }

    /** An answer begins. */
    synchronized void beginAnswer() {
        answering = true;
    }

    /** A piece of an answer. */
    synchronized void answer(String piece) {
        String text = printable(piece);
        if (!text.isEmpty()) {
            terminal.writer().print(text);
            terminal.writer().flush();
            midLine = !text.endsWith("\n");
        }
    }

    /** The answer is over. */
    synchronized void endAnswer() {
        if (midLine) {
            terminal.writer().println();
            midLine = false;
        }
        answering = false;
        waiting.forEach(this::notice);
        waiting.clear();
    }

    /** Text of unknown origin without what could command the terminal; line breaks and tabs stay. */
    static String printable(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}&&[^\\n\\t]]", "");
    }

    /** Text of unknown origin in one line of at most {@code max} characters; its indentation stays. */
    static String line(String text, int max) {
        String line = printable(text.stripTrailing()).replaceAll("[\\n\\t]+", " ");
        return line.codePointCount(0, line.length()) <= max
                ? line
                : line.substring(0, line.offsetByCodePoints(0, max - 1)) + "…";
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
