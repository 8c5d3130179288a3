package io.github.sessioncompression.replay;

import io.github.sessioncompression.View;
import java.util.Locale;

/** What a replay came to in a few lines for a terminal: plain ASCII but for names. */
final class SummaryTable {
    private final StringBuilder lines = new StringBuilder();

    private SummaryTable() {}

    /**
     * The table.
     *
     * @param directory where the files are, as the user said it
     */
    static String of(Replayed replayed, String directory) {
        SummaryTable table = new SummaryTable();
        Totals totals = replayed.totals();
        View end = replayed.end();
        table.line(
                "Transcript",
                "%s: %,d messages, %,d tokens",
                OneLine.of(replayed.transcript().name()),
                replayed.transcript().messages().size(),
                replayed.transcriptTokens());
        table.line(
                "Calls",
                "%,d, median %.2f ms, slowest %.2f ms",
                replayed.calls().size(),
                totals.medianMicros() / 1e3,
                totals.maxMicros() / 1e3);
        table.line("Compressions", "%,d, and %,d tool results pruned", end.compressions(), end.prunedResults());
        table.line("Last context", "%,d tokens, %,d of them the state", end.tokens(), end.stateTokens());
        table.line(
                "Peak context",
                "%,d tokens, hard limit %,d%s",
                totals.peak(),
                replayed.policy().hardLimitTokens(),
                over(totals.overHardLimit()));
        table.line(
                "Tokens sent",
                "%,d instead of %,d: %s",
                totals.sent(),
                totals.sentUncompressed(),
                saved(totals.saved()));
        table.line("Stable prefix", "%.1f %% of what was sent", 100 * totals.stableShare());
        table.line("Files", "%s: %s", directory, String.join(", ", OutputFiles.NAMES));
        return table.lines.toString();
    }

    private static String over(int calls) {
        return calls == 0 ? "" : String.format(Locale.ROOT, ", exceeded in %,d calls", calls);
    }

    private static String saved(double share) {
        return String.format(Locale.ROOT, share < 0 ? "%.1f %% more" : "%.1f %% saved", 100 * Math.abs(share));
    }

    private void line(String title, String format, Object... values) {
        lines.append(String.format("%-15s", title))
                .append(String.format(Locale.ROOT, format, values))
                .append(System.lineSeparator());
    }
}
