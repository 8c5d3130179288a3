package io.github.sessioncompression.compare;

import io.github.sessioncompression.compare.Comparison.Row;
import io.github.sessioncompression.conformance.ProviderRules;
import io.github.sessioncompression.cost.PriceProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A comparison as a table in Markdown and as CSV. */
final class CompareTable {
    private static final List<String> COLUMNS = List.of(
            "transcript",
            "memory",
            "window",
            "requests",
            "tokens",
            "bill_openai_like",
            "bill_anthropic_like",
            "stable_prefix",
            "above_window",
            "orphans",
            "open_calls",
            "without_user",
            "refused_openai",
            "refused_anthropic",
            "refused_gemini",
            "refused_mistral",
            "recall",
            "fault");

    private CompareTable() {}

    /** The bills are in tokens at full price. */
    static List<String> csv(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(String.join(",", COLUMNS));
        rows.forEach(row -> lines.add(String.join(
                ",", cells(row, bill(row, Requests.OPENAI_LIKE), bill(row, Requests.ANTHROPIC_LIKE)))));
        return lines;
    }

    private static String bill(Row row, PriceProfile profile) {
        return String.format(Locale.ROOT, "%.0f", row.requests().bill(profile));
    }

    /** The bills are in those of the transcript's first memory. */
    static List<String> markdown(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("| " + String.join(" | ", COLUMNS) + " |");
        lines.add("|" + "---|".repeat(COLUMNS.size()));
        for (Row row : rows) {
            Row first = rows.stream()
                    .filter(other -> other.transcript().equals(row.transcript()))
                    .findFirst()
                    .orElse(row);
            lines.add("| "
                    + String.join(
                            " | ",
                            cells(
                                    row,
                                    share(row, first, Requests.OPENAI_LIKE),
                                    share(row, first, Requests.ANTHROPIC_LIKE)))
                    + " |");
        }
        return lines;
    }

    private static String share(Row row, Row first, PriceProfile profile) {
        return decimal(
                row.requests().bill(profile) / Math.max(1, first.requests().bill(profile)));
    }

    private static List<String> cells(Row row, String openAi, String anthropic) {
        Requests requests = row.requests();
        List<String> cells = new ArrayList<>(List.of(
                row.transcript(),
                row.memory().replace(",", ""),
                String.valueOf(row.window()),
                String.valueOf(requests.count()),
                String.valueOf(requests.tokens()),
                openAi,
                anthropic,
                decimal(requests.stableShare()),
                String.valueOf(requests.above()),
                String.valueOf(requests.orphans()),
                String.valueOf(requests.open()),
                String.valueOf(requests.withoutUser())));
        for (ProviderRules rules : ProviderRules.values()) {
            cells.add(String.valueOf(requests.refused(rules)));
        }
        cells.add(row.recall().isPresent() ? decimal(row.recall().getAsDouble()) : "");
        cells.add(row.fault());
        return cells;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
