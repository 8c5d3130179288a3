package io.github.sessioncompression.replay;

import io.github.sessioncompression.message.Message;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * One run of the program within this process.
 *
 * @param exitCode how it ended
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record Run(int exitCode, String out, String err) {
    /** Runs the program with nothing on standard input. */
    static Run of(String... args) {
        return reading("", args);
    }

    /** Runs the program with a text on standard input; its clock moves by 500 microseconds at every look. */
    static Run reading(String in, String... args) {
        return reading(new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)), args);
    }

    /** Runs the program with those bytes on standard input. */
    static Run reading(InputStream in, String... args) {
        return with(Map.of(), in, args);
    }

    /** Runs the program with keys in its environment and nothing on standard input. */
    static Run with(Map<String, String> environment, String... args) {
        return with(environment, InputStream.nullInputStream(), args);
    }

    private static Run with(Map<String, String> environment, InputStream in, String... args) {
        AtomicLong nanos = new AtomicLong();
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine program = Replay.commandLine(in, environment, () -> nanos.addAndGet(500_000))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        int exitCode = program.execute(args);
        return new Run(exitCode, out.toString(), err.toString());
    }

    /** The names of all files in a directory, hidden ones too, in order; none if it does not exist. */
    static List<String> filesIn(Path directory) {
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines of turns.csv without its header, each as its values. */
    static List<List<String>> turns(Path directory) {
        return text(directory, "turns.csv")
                .lines()
                .skip(1)
                .map(line -> Arrays.asList(line.split(",", -1)))
                .toList();
    }

    /** Contents of a file. */
    static List<Message> context(Path directory) throws IOException {
        try {
            return OpenAiChat.read(text(directory, "context.json"));
        } catch (InputException e) {
            throw new AssertionError(e);
        }
    }

    static String text(Path directory, String file) {
        try {
            return Files.readString(directory.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
