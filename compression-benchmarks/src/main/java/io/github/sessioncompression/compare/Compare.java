package io.github.sessioncompression.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command: replays transcripts through all memories, prints the table and writes it with the CSV and two pictures. */
public final class Compare {
    private static final double SHARE = 0.3;
    private static final Path SAMPLE =
            Path.of("samples/replay/src/main/resources/io/github/sessioncompression/replay/support-and-coding.json");

    private Path data = SAMPLE;
    private double share = SHARE;
    private Summariser.Fault fault = Summariser.Fault.NONE;
    private Path out = Path.of("compression-benchmarks", "target", "compare");

    private Compare() {}

    /**
     * Runs a comparison.
     *
     * @param arguments {@code --data} a transcript, or a folder of {@code NAME.transcript.json} with {@code NAME.qa.json}; the bundled
     *     transcript by default. {@code --share} the window's share of a transcript, above 0, at most 1, 0.3 by default. {@code --summariser}
     *     {@code none} (nothing goes wrong, the default), {@code throws}, {@code blank} or {@code long}. {@code --out} a folder
     * @throws IOException if a file cannot be read or written
     * @throws IllegalArgumentException if an argument is unknown or out of range
     */
    public static void main(String... arguments) throws IOException {
        Compare compare = new Compare();
        for (int i = 0; i < arguments.length; i += 2) {
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            compare.set(arguments[i], arguments[i + 1]);
        }
        compare.run().forEach(System.out::println);
    }

    private void set(String name, String value) {
        switch (name) {
            case "--data" -> data = Path.of(value);
            case "--share" -> share = Double.parseDouble(value);
            case "--summariser" -> fault = Summariser.Fault.of(value);
            case "--out" -> out = Path.of(value);
            default ->
                throw new IllegalArgumentException(
                        "unknown argument " + name + "; --data, --share, --summariser and --out are known");
        }
    }

    private List<String> run() throws IOException {
        List<String> csv = CompareTable.csv(new Comparison(share, fault).run(Transcript.readAll(data)));
        List<String> table = CompareTable.markdown(csv);
        Files.createDirectories(out);
        Files.write(out.resolve("compare.csv"), csv);
        Files.write(out.resolve("compare.md"), table);
        for (CompareSvg.Theme theme : CompareSvg.Theme.values()) {
            Files.write(out.resolve(theme.file()), CompareSvg.of(csv, theme));
        }
        return table;
    }
}
