package io.github.sessioncompression.replay;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/**
 * The program: replays a transcript through a session compressor, as an application would run it.
 *
 * <p>Exit codes: 0 done, 1 a fault of the program, 2 bad options or input, 3 a state that does not quote the chat, 4 no question
 * could be graded. A failure says why in one line on standard
 * error; the stack trace of a fault is logged at debug level.
 */
public final class Replay {
    private static final String NAME = "replay";

    private Replay() {}

    /** Runs the program and ends the process. */
    public static void main(String... args) {
        System.exit(commandLine(System.in, System.getenv(), System::nanoTime).execute(args));
    }

    /** The program: standard input is {@code in}, keys are in {@code environment}, and it takes its time from {@code nanos}. */
    static CommandLine commandLine(InputStream in, Map<String, String> environment, LongSupplier nanos) {
        return new CommandLine(new ReplayCommand(in, environment, nanos))
                .setParameterExceptionHandler((e, args) -> {
                    say(e.getCommandLine().getErr(), e.getMessage() + " (" + NAME + " --help lists the options)");
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, commandLine, parsed) -> failed(e, commandLine));
    }

    private static int failed(Exception e, CommandLine commandLine) {
        if (e instanceof InputException) {
            say(commandLine.getErr(), String.valueOf(e.getMessage()));
            return CommandLine.ExitCode.USAGE;
        }
        LoggerFactory.getLogger(Replay.class).debug("The replay failed", e);
        say(commandLine.getErr(), "failed unexpectedly: " + e);
        return CommandLine.ExitCode.SOFTWARE;
    }

    static void say(PrintWriter err, String message) {
        err.println(NAME + ": " + Text.line(message));
        err.flush();
    }
}
