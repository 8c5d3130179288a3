package io.github.sessioncompression.replay;

import static io.github.sessioncompression.replay.Text.count;
import static io.github.sessioncompression.replay.Text.number;
import static io.github.sessioncompression.replay.Text.percent;

import io.github.sessioncompression.View;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.store.Counters.ModelUse;
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
        Totals totals = replayed.totals();
        View end = replayed.end();
        int messages = replayed.transcript().messages().size();
        String over = totals.overHardLimit() == 0 ? "" : ", exceeded in " + count(totals.overHardLimit(), "call");
        SummaryTable table = new SummaryTable()
                .line("Transcript", OneLine.of(replayed.transcript().name()));
        if (replayed.framework() != Framework.NONE) {
            table.line("Memory", replayed.framework().title());
        }
        if (replayed.compressor().model() != null) {
            table.line("Compressor", OneLine.of(replayed.compressor().title()) + ": " + model(replayed.stats()));
        }
        return table.line("Messages", number(messages) + ", " + number(replayed.transcriptTokens()) + " tokens")
                .line("Model calls", number(replayed.calls().size()) + ", " + time(totals))
                .line("Compressions", number(end.compressions()))
                .line("Pruned", count(end.prunedResults(), "tool result"))
                .line("Facts shown", Facts.of(replayed.stats().factCoverage()))
                .line("State written", Shares.of(replayed.shares()))
                .line("Last context", number(end.tokens()) + " tokens, state " + number(end.stateTokens()))
                .line(
                        "Peak context",
                        number(totals.peak()) + " tokens, hard limit "
                                + number(replayed.policy().hardLimitTokens()) + over)
                .line(
                        "Tokens sent",
                        number(totals.sent()) + " instead of " + number(totals.sentUncompressed()) + ", "
                                + saved(totals.saved()))
                .line("Stable prefix", percent(totals.stableShare()) + " of the tokens sent")
                .line("Files", OneLine.of(directory) + ": " + String.join(", ", OutputFiles.NAMES))
                .lines
                .toString();
    }

    private static String model(CompressionStats stats) {
        ModelUse usage = stats.modelUsage();
        String failed = stats.failures() == 0
                ? ""
                : "; failed " + count(stats.failures(), "time") + ", then the offline compiler wrote";
        return count(usage.calls(), "call") + ", " + number(usage.inputTokens() + usage.cacheReadTokens())
                + " tokens in, " + number(usage.outputTokens()) + " out" + failed;
    }

    private static String saved(double share) {
        return share < 0 ? percent(-share) + " more" : percent(share) + " saved";
    }

    private static String time(Totals totals) {
        return String.format(
                Locale.ROOT, "median %.2f ms, slowest %.1f ms", totals.medianMicros() / 1e3, totals.maxMicros() / 1e3);
    }

    private SummaryTable line(String title, String text) {
        lines.append(String.format("%-15s", title)).append(text).append(System.lineSeparator());
        return this;
    }
}
