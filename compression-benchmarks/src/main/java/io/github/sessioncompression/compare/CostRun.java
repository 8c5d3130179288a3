package io.github.sessioncompression.compare;

import io.github.sessioncompression.compare.CostCases.Case;
import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command: replays transcripts by thresholds and by the planner; writes the bills and a picture of the bundled chat. */
public final class CostRun {
    static final String CSV = "cost.csv";

    private static final Path SAMPLE =
            Path.of("samples/replay/src/main/resources/io/github/sessioncompression/replay/support-and-coding.json");
    private static final double PICTURED = 0.3;

    private final List<Case> cases = new ArrayList<>();
    private List<String> windows = List.of("0.1", "0.3");
    private Path out = Path.of("compression-benchmarks", "target", "cost");

    private CostRun() {}

    /**
     * Runs it: the bundled transcript, a made one with pauses, and what is given.
     *
     * @param arguments in their order: {@code --windows} for what follows, separated by commas, each a share of the transcript up to 1, or tokens;
     *     {@code --data} {@code KIND=PATH}, a transcript or a folder of {@code NAME.transcript.json}; {@code --out} a folder
     * @throws IOException if a file cannot be read or written
     * @throws IllegalArgumentException if an argument is unknown
     */
    public static void main(String... arguments) throws IOException {
        for (int i = 0; i < arguments.length; i += 2) {
            check(arguments[i]);
        }
        CostRun run = new CostRun();
        run.add("bundled: support then coding", Transcript.readAll(SAMPLE));
        run.add("made up with pauses", List.of(CostCases.withPauses()));
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            run.set(arguments[i], arguments[i + 1]);
        }
        run.write().forEach(System.out::println);
    }

    private void set(String name, String value) throws IOException {
        switch (name) {
            case "--windows" -> windows = List.of(value.split(",", -1));
            case "--out" -> out = Path.of(value);
            case "--data" -> {
                int equals = value.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException("--data must be KIND=PATH, but was " + value);
                }
                add(
                        value.substring(0, equals).replace(",", ""),
                        Transcript.readAll(Path.of(value.substring(equals + 1))));
            }
            default -> throw new IllegalStateException(name);
        }
    }

    /** Refuses an argument that is not known, before anything is replayed. */
    static void check(String name) {
        if (!List.of("--windows", "--data", "--out").contains(name)) {
            throw new IllegalArgumentException("unknown argument " + name + "; --windows, --data and --out are known");
        }
    }

    private void add(String kind, List<Transcript> transcripts) {
        for (String window : windows) {
            for (Transcript transcript : transcripts) {
                cases.addAll(CostCases.of(kind, transcript, window));
            }
        }
    }

    private List<String> write() throws IOException {
        Files.createDirectories(out);
        Files.write(out.resolve(CSV), CostTable.csv(cases));
        List<String> lines = new ArrayList<>(CostTable.markdown(CostTable.read(CostTable.csv(cases))));
        Transcript pictured = Transcript.readAll(SAMPLE).get(0);
        int window = (int) (PICTURED * Comparison.tokens(pictured));
        CompressionPolicy policy = CompressionPolicy.forWindow(window);
        CostReplay.Result planner = new CostReplay(
                        pictured, policy.withCost(CostOptions.defaults().withProfile(Requests.OPENAI_LIKE)), true)
                .run();
        CostReplay.Result thresholds = new CostReplay(pictured, policy, true).run();
        Files.writeString(out.resolve("cost.svg"), CostPicture.of(thresholds, planner, window));
        lines.add("");
        planner.steps()
                .forEach(step -> lines.add("| " + step.request() + " | " + step.before() + " → " + step.after() + " | "
                        + (step.byModel() ? "model" : "extract") + " | " + step.reason() + " |"));
        return lines;
    }
}
