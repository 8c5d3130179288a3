package io.github.sessioncompression.applications;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** An application that was built before, on the class path of its own pom; it answers a line with a line. */
final class RunningApplication implements AutoCloseable {
    private static final String ANSWER = "answer: ";
    private static final String KEPT = "kept: ";
    private static final Duration LONGEST_REST = Duration.ofMinutes(1);

    private final Process process;
    private final Writer input;
    private final BufferedReader output;
    private final List<String> said = new ArrayList<>();

    private RunningApplication(Process process) {
        this.process = process;
        this.input = process.outputWriter(UTF_8);
        this.output = process.inputReader(UTF_8);
    }

    /**
     * Starts one.
     *
     * @param folder where its pom is
     * @param properties what the machine adds to the application's own properties: where the provider is
     */
    static RunningApplication start(Path folder, String mainClass, List<String> properties) throws IOException {
        Path built = folder.resolve("target");
        String jar = built.resolve("application.jar").toString();
        String classPath = jar + File.pathSeparator + Files.readString(built.resolve("class-path"));
        List<String> arguments = new ArrayList<>(List.of("-cp", classPath, mainClass));
        properties.forEach(property -> arguments.add("--" + property));
        return start(arguments);
    }

    /** The same for one that Quarkus has packaged. */
    static RunningApplication startQuarkus(Path folder, List<String> properties) throws IOException {
        List<String> arguments = new ArrayList<>();
        properties.forEach(property -> arguments.add("-D" + property));
        arguments.add("-jar");
        arguments.add(folder.resolve("target/quarkus-app/quarkus-run.jar").toString());
        return start(arguments);
    }

    private static RunningApplication start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Nothing of this machine's own.
        builder.environment()
                .keySet()
                .removeIf(name -> name.contains("OPENAI") || name.contains("SPRING") || name.contains("QUARKUS"));
        return new RunningApplication(builder.start());
    }

    /** Asks, and waits for the answer. */
    String ask(String question) throws IOException {
        input.write(question + "\n");
        input.flush();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            if (line.startsWith(ANSWER)) {
                return line.substring(ANSWER.length());
            }
        }
        throw new AssertionError("the application ended:\n" + String.join("\n", said));
    }

    /** Waits until no compression runs, as a person's reading does. */
    void rest() throws IOException {
        long end = System.nanoTime() + LONGEST_REST.toNanos();
        while (ask("").equals("true")) {
            if (System.nanoTime() > end) {
                throw new AssertionError("still compressing after " + LONGEST_REST);
            }
        }
    }

    /** Says that there are no more questions, and waits for the end: what the application has kept of the chat. */
    List<String> end() throws IOException, InterruptedException {
        input.close();
        output.lines().forEach(said::add);
        if (process.waitFor() != 0) {
            throw new AssertionError("the application failed:\n" + String.join("\n", said));
        }
        return said.stream()
                .filter(line -> line.startsWith(KEPT))
                .map(line -> line.substring(KEPT.length()))
                .toList();
    }

    /** All it has said. */
    List<String> said() {
        return said;
    }

    /** Ends it as an operator does, and waits. */
    void terminate() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
