package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.model.chat.StreamingChatModel;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/**
 * The program: a chat in the terminal.
 *
 * <p>Exit codes: 0 done, 1 a fault of the program, 2 bad options or no key. A failure says why on standard error.
 */
public final class TerminalChat {
    /** The window for the bundled chat, in tokens: small enough to see several compressions. */
    private static final int BUNDLED_WINDOW = 16_000;

    private static final int EXIT_SETUP = 2;

    private final Map<String, String> environment;
    private final Terminals terminals;
    private final Clock clock;

    private TerminalChat(Map<String, String> environment, Terminals terminals, Clock clock) {
        this.environment = environment;
        this.terminals = terminals;
        this.clock = clock;
    }

    /** Opens the terminal when it is needed. */
    @FunctionalInterface
    interface Terminals {
        /** Opens it. */
        Terminal open() throws IOException;
    }

    /** Runs the program and ends the process. */
    public static void main(String... args) {
        Terminals system =
                () -> TerminalBuilder.builder().system(true).dumb(true).build();
        System.exit(commandLine(System.getenv(), system, Clock.system(ZoneId.systemDefault()))
                .execute(args));
    }

    /** The program with that environment, terminal and time. */
    static CommandLine commandLine(Map<String, String> environment, Terminals terminals, Clock clock) {
        TerminalChat program = new TerminalChat(environment, terminals, clock);
        return new CommandLine(new ChatCommand(program::start))
                .setParameterExceptionHandler((e, args) -> {
                    say(e.getCommandLine().getErr(), e.getMessage() + " (chat --help lists the options)");
                    return EXIT_SETUP;
                })
                .setExecutionExceptionHandler((e, commandLine, parsed) -> failed(e, commandLine));
    }

    private static int failed(Exception e, CommandLine commandLine) {
        if (e instanceof SetupException) {
            say(commandLine.getErr(), String.valueOf(e.getMessage()));
            return EXIT_SETUP;
        }
        Logger log = LoggerFactory.getLogger(TerminalChat.class);
        log.debug("The chat failed", e);
        say(commandLine.getErr(), "failed unexpectedly: " + e);
        return CommandLine.ExitCode.SOFTWARE;
    }

    private static void say(PrintWriter err, String message) {
        err.println("chat: " + Text.line(message, 300));
        err.flush();
    }

    private int start(SetupReader.Options options, boolean replay) throws Exception {
        if (replay) {
            CompressionPolicy policy = SetupReader.offlinePolicy(options, BUNDLED_WINDOW);
            try (Terminal terminal = terminals.open()) {
                replay(terminal, policy);
            }
            return 0;
        }
        Setup setup = SetupReader.read(options, environment);
        if (setup instanceof Setup.Ready ready) {
            try (Terminal terminal = terminals.open()) {
                talk(terminal, ready);
            }
            return 0;
        }
        CompressionPolicy policy = SetupReader.offlinePolicy(options, BUNDLED_WINDOW);
        try (Terminal terminal = terminals.open()) {
            return offer(terminal, (Setup.KeyMissing) setup, policy);
        }
    }

    /** Says what to set, and offers what works without. */
    private int offer(Terminal terminal, Setup.KeyMissing missing, CompressionPolicy policy) {
        PrintWriter out = terminal.writer();
        missing.whatToSet().lines().forEach(out::println);
        out.println();
        out.flush();
        LineReader reader = LineReaderBuilder.builder().terminal(terminal).build();
        try {
            String answer = reader.readLine("Replay the bundled chat through the same memory instead, offline? [Y/n] ");
            if (answer.strip().toLowerCase(Locale.ROOT).startsWith("n")) {
                return EXIT_SETUP;
            }
        } catch (EndOfFileException | UserInterruptException e) {
            return EXIT_SETUP;
        }
        replay(terminal, policy);
        return 0;
    }

    private void talk(Terminal terminal, Setup.Ready to) {
        LineReader reader = reader(terminal);
        Screen screen = new Screen(terminal, reader);
        CompressionListener listener = event -> Dialogue.tell(screen, event);
        CompressingChatMemoryProvider.Builder memories =
                CompressingChatMemoryProvider.builder().policy(to.policy()).listener(listener);
        if (to.compressesItself()) {
            memories.compressionModel(Models.compressing(to));
        }
        StreamingChatModel model = Models.streaming(to);
        try (CompressingChatMemoryProvider provider = memories.build()) {
            Chat chat = new Chat(model, provider, wiring -> wiring.tools(new Tools(clock))
                    .systemMessage(
                            "You are a helpful assistant in a terminal: answer in plain text, without Markdown. Use your "
                                    + "tools for the time and for calculations."));
            screen.line(to.model() + " at " + to.provider().title() + "; states are written by "
                    + (to.compressesItself() ? "the same model" : "the offline compiler")
                    + ". /help lists the commands.");
            new Dialogue(terminal, reader, screen, chat, new LivePlayer(), failure -> Failures.line(failure, to)).run();
        }
    }

    private static void replay(Terminal terminal, CompressionPolicy policy) {
        LineReader reader = reader(terminal);
        Screen screen = new Screen(terminal, reader);
        Recording recording = Recording.bundled();
        ExecutorService answers = Executors.newSingleThreadExecutor();
        RecordedModel model = new RecordedModel(recording, answers);
        try (CompressingChatMemoryProvider provider = CompressingChatMemoryProvider.builder()
                .policy(policy)
                .listener(event -> Dialogue.tell(screen, event))
                .build()) {
            Chat chat = new Chat(
                    model, provider, wiring -> wiring.tools(model.tools()).systemMessage(recording.system()));
            screen.line(
                    "A recorded chat about support and coding, through the same memory, offline. Enter plays the next "
                            + "turn, 10 ten of them, all the rest; /help lists the commands.");
            new Dialogue(
                            terminal,
                            reader,
                            screen,
                            chat,
                            new RecordedPlayer(recording, model, screen),
                            failure -> "the replay failed: " + failure)
                    .run();
        } finally {
            answers.shutdownNow();
        }
    }

    /** Reads lines as they are: no quotes, no escapes, no history expansion. */
    private static LineReader reader(Terminal terminal) {
        return LineReaderBuilder.builder()
                .terminal(terminal)
                .parser(new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]))
                .completer(new StringsCompleter(Command.ALL.stream()
                        .map(command -> "/" + command.get(0))
                        .toList()))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
    }
}
