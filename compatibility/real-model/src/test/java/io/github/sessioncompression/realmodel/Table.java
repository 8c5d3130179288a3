package io.github.sessioncompression.realmodel;

import io.github.sessioncompression.store.Accounting.Coverage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Table of the compressions and their model answers, in the format replayed by core's tests. Not thread-safe. */
final class Table {
    private final List<Row> rows = new ArrayList<>();

    /**
     * One compression. Shares are of all facts said so far.
     *
     * @param valid how many answers were states
     * @param alone what the best of them shows, -1 if none was valid
     * @param offline what an extract at this place shows
     * @param offlineFromTheStart the same where the states before were written offline too
     * @param shown what is shown
     * @param byModel whether the model has a part in it
     */
    record Row(
            String chat,
            int compression,
            String client,
            List<RecordedModel.Call> calls,
            int valid,
            double alone,
            double offline,
            double offlineFromTheStart,
            double shown,
            boolean byModel,
            Coverage coverage) {
        @Override
        public String toString() {
            double required = (double) Math.max(1, coverage.required());
            return String.format(
                    Locale.ROOT,
                    "| %s | %d | %s | %d of %d | %s | %.2f | %.2f | **%.2f** | %.2f → %.2f | %s | %d | %.1f s |",
                    chat,
                    compression,
                    client,
                    valid,
                    calls.size(),
                    alone < 0 ? "–" : String.format(Locale.ROOT, "%.2f", alone),
                    offline,
                    offlineFromTheStart,
                    shown,
                    coverage.held() / required,
                    coverage.shown() / required,
                    byModel ? "model" : "offline",
                    coverage.invented(),
                    seconds());
        }

        double seconds() {
            return calls.stream().mapToLong(RecordedModel.Call::millis).max().orElse(0) / 1_000.0;
        }
    }

    void add(Row row) {
        rows.add(row);
    }

    /** All compressions in one line. */
    String summary() {
        int answers = rows.stream().mapToInt(row -> row.calls().size()).sum();
        int valid = rows.stream().mapToInt(Row::valid).sum();
        return String.format(
                Locale.ROOT,
                "| all | | | %d of %d | %.2f | %.2f | %.2f | **%.2f** | | %d of %d | %d | %.1f s |",
                valid,
                answers,
                mean(rows.stream().mapToDouble(row -> Math.max(0, row.alone())).toArray()),
                mean(rows.stream().mapToDouble(Row::offline).toArray()),
                mean(rows.stream().mapToDouble(Row::offlineFromTheStart).toArray()),
                mean(rows.stream().mapToDouble(Row::shown).toArray()),
                rows.stream().filter(Row::byModel).count(),
                rows.size(),
                rows.stream().mapToLong(row -> row.coverage().invented()).sum(),
                rows.stream().mapToDouble(Row::seconds).max().orElse(0));
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / Math.max(1, values.length);
    }

    /** Writes the table and the answers beside each other. */
    void write(String model) throws IOException {
        Path out = Path.of(System.getProperty("real-model.out", "target"));
        Files.createDirectories(out);
        List<String> table = new ArrayList<>(List.of(
                "| chat | compression | client | valid answers | model alone | offline alone | offline from the start | shown | before → after repair | written by | invented, dropped | slowest call |",
                "|---|---|---|---|---|---|---|---|---|---|---|---|"));
        rows.forEach(row -> table.add(row.toString()));
        table.add(summary());
        Files.write(out.resolve(model + ".md"), table);
        List<String> answers = new ArrayList<>();
        for (Row row : rows) {
            for (RecordedModel.Call call : row.calls()) {
                answers.add("## " + String.join(" | ", model, row.chat(), "" + row.compression()) + " | "
                        + call.answer().finishReason());
                answers.add(call.answer().text().replace('\n', ' '));
            }
        }
        Files.write(out.resolve(model + "-answers.txt"), answers);
    }
}
