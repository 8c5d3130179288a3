package io.github.sessioncompression.replay;

import static io.github.sessioncompression.replay.Text.count;
import static io.github.sessioncompression.replay.Text.number;
import static io.github.sessioncompression.replay.Text.percent;

import io.github.sessioncompression.View;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.store.Counters.ModelUse;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Result of a replay in a few lines for a terminal: plain ASCII but for names. */
final class SummaryTable {
    private SummaryTable() {}

    static String of(Replayed replayed, String files) {
        Replayed.Totals totals = replayed.totals();
        View end = replayed.end();
        VerbatimCheck verbatim = replayed.verbatim();
        int hardLimit = replayed.policy().hardLimitTokens();
        int messages = replayed.transcript().messages().size();
        String over = totals.overHardLimit() == 0 ? "" : ", exceeded in " + count(totals.overHardLimit(), "call");
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("Transcript", Text.line(replayed.transcript().name()));
        if (replayed.framework() != Framework.NONE) {
            lines.put("Memory", replayed.framework().title());
        }
        if (replayed.compressor().model() != null) {
            lines.put("Compressor", Text.line(replayed.compressor().title()) + ": " + model(replayed.stats()));
        }
        lines.put("Messages", number(messages) + ", " + number(replayed.transcriptTokens()) + " tokens");
        double median = totals.medianMicros() / 1e3;
        double slowest = totals.maxMicros() / 1e3;
        String times = String.format(Locale.ROOT, "median %.2f ms, slowest %.1f ms", median, slowest);
        lines.put("Model calls", number(replayed.calls().size()) + ", " + times);
        lines.put("Compressions", number(end.compressions()));
        lines.put("Pruned", count(end.prunedResults(), "tool result"));
        lines.put("Facts shown", Facts.overall(replayed.stats().factCoverage()));
        if (verbatim != null) {
            lines.put("Quotes", verbatim.toString());
        }
        lines.put("State written", Facts.written(replayed.shares()));
        lines.put("Last context", number(end.tokens()) + " tokens, state " + number(end.stateTokens()));
        lines.put("Peak context", number(totals.peak()) + " tokens, hard limit " + number(hardLimit) + over);
        double saved = totals.saved();
        lines.put(
                "Tokens sent",
                number(totals.sent()) + " instead of " + number(totals.sentUncompressed()) + ", "
                        + (saved < 0 ? percent(-saved) + " more" : percent(saved) + " saved"));
        lines.put("Stable prefix", percent(totals.stableShare()) + " of the tokens sent");
        lines.put("Files", Text.line(files));
        StringBuilder table = new StringBuilder();
        lines.forEach((title, text) -> table.append(String.format("%-15s%s%n", title, text)));
        return table.toString();
    }

    private static String model(CompressionStats stats) {
        ModelUse usage = stats.modelUsage();
        String failed = stats.failures() == 0
                ? ""
                : "; failed " + count(stats.failures(), "time") + ", then the extract compiler wrote";
        return count(usage.calls(), "call") + ", " + number(usage.inputTokens() + usage.cacheReadTokens())
                + " tokens in, " + number(usage.outputTokens()) + " out" + failed;
    }
}
