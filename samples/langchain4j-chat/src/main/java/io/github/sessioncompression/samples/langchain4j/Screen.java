package io.github.sessioncompression.samples.langchain4j;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.LineReader;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * The terminal as the chat writes to it. Safe for use by many threads: notices wait for the end of an answer that is being
 * written, and appear above a line that is being typed.
 */
final class Screen {
    static final AttributedStyle FAINT =
            AttributedStyle.DEFAULT.foreground(AttributedStyle.BRIGHT | AttributedStyle.BLACK);
    private static final AttributedStyle NOTICE = AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
    private static final AttributedStyle ERROR = AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);
    private static final AttributedStyle ANSWER = AttributedStyle.DEFAULT;

    private final Terminal terminal;
    private final LineReader reader;
    private final boolean blocks;
    private final List<String> waiting = new ArrayList<>();
    private boolean answering;
    private boolean midLine;

    Screen(Terminal terminal, LineReader reader) {
        this.terminal = terminal;
        this.reader = reader;
        this.blocks = terminal.encoding().newEncoder().canEncode('█');
    }

    /** Whether block characters can be shown. */
    boolean showsBlocks() {
        return blocks;
    }

    /** A line of the program's own. */
    synchronized void line(String text) {
        line(new AttributedString(text));
    }

    /** A line of the program's own, less important. */
    synchronized void faint(String text) {
        line(new AttributedString(text, FAINT));
    }

    /** Something went wrong. */
    synchronized void error(String text) {
        line(new AttributedString(text, ERROR));
    }

    /** A line. */
    synchronized void line(AttributedString line) {
        endLine();
        PrintWriter out = terminal.writer();
        out.println(line.toAnsi(terminal));
        out.flush();
    }

    /** What the library did, told from any thread. */
    synchronized void notice(String text) {
        if (answering) {
            waiting.add(text);
        } else if (reader.isReading()) {
            reader.printAbove(new AttributedString("* " + text, NOTICE));
        } else {
            line(new AttributedString("* " + text, NOTICE));
        }
    }

    /** An answer begins. */
    synchronized void beginAnswer() {
        answering = true;
    }

    /** A piece of an answer. */
    synchronized void answer(String piece) {
        String text = Text.printable(piece);
        if (!text.isEmpty()) {
            terminal.writer().print(new AttributedString(text, ANSWER).toAnsi(terminal));
            terminal.writer().flush();
            midLine = !text.endsWith("\n");
        }
    }

    /** The answer is over. */
    synchronized void endAnswer() {
        endLine();
        answering = false;
        waiting.forEach(this::notice);
        waiting.clear();
    }

    private void endLine() {
        if (midLine) {
            terminal.writer().println();
            midLine = false;
        }
    }
}
