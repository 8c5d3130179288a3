package io.github.sessioncompression.compare;

import io.github.sessioncompression.compare.Comparison.Row;
import io.github.sessioncompression.conformance.ProviderRules;
import io.github.sessioncompression.cost.PriceProfile;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A comparison as CSV, and as a table in Markdown that is made of the CSV. */
final class CompareTable {
    static final List<String> COLUMNS = List.of(
            "transcript",
            "memory",
            "version",
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
            "summaries",
            "summary_tokens",
            "fault");

    private CompareTable() {}

    /** The bills are in tokens at full price, those that the summariser read and wrote included. The first line has date and machine. */
    static List<String> csv(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("# " + LocalDate.now(ZoneOffset.UTC) + "; Java "
                + Runtime.version().feature() + "; "
                + System.getProperty("os.name") + ' ' + System.getProperty("os.arch") + "; "
                + Runtime.getRuntime().availableProcessors() + " processors");
        lines.add(String.join(",", COLUMNS));
        rows.forEach(row -> lines.add(String.join(",", cells(row))));
        return lines;
    }

    private static List<String> cells(Row row) {
        Requests requests = row.requests();
        List<String> cells = new ArrayList<>(List.of(
                row.transcript(),
                row.memory().name(),
                row.memory().version(),
                String.valueOf(row.window()),
                String.valueOf(requests.count()),
                String.valueOf(requests.tokens()),
                bill(row, Requests.OPENAI_LIKE),
                bill(row, Requests.ANTHROPIC_LIKE),
                decimal(requests.stableShare()),
                String.valueOf(requests.above()),
                String.valueOf(requests.orphans()),
                String.valueOf(requests.open()),
                String.valueOf(requests.withoutUser())));
        for (ProviderRules rules : ProviderRules.values()) {
            cells.add(String.valueOf(requests.refused(rules)));
        }
        cells.add(row.recall().isPresent() ? decimal(row.recall().getAsDouble()) : "");
        cells.add(String.valueOf(row.summariser().calls()));
        cells.add(String.valueOf(row.summariser().input() + row.summariser().output()));
        cells.add(row.fault());
        return cells;
    }

    private static String bill(Row row, PriceProfile profile) {
        double summaries = row.summariser().input() + row.summariser().output();
        return String.format(Locale.ROOT, "%.0f", row.requests().bill(profile) + summaries);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** Rows of a CSV by column, the first line with date and machine left out. */
    static List<Map<String, String>> rows(List<String> csv) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : csv.subList(2, csv.size())) {
            String[] cells = line.split(",", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < COLUMNS.size(); i++) {
                row.put(COLUMNS.get(i), cells[i]);
            }
            rows.add(row);
        }
        return rows;
    }

    /** A table for each transcript. The bills are in those of its first memory; the counts are requests. */
    static List<String> markdown(List<String> csv) {
        List<String> lines = new ArrayList<>();
        lines.add("Run of " + csv.get(0).substring(2) + '.');
        Map<String, String> first = Map.of();
        for (Map<String, String> row : rows(csv)) {
            if (!value(row, "transcript").equals(value(first, "transcript"))) {
                first = row;
                lines.add("");
                lines.add("### " + value(row, "transcript") + ", a window of " + value(row, "window") + " tokens, "
                        + value(row, "requests") + " requests");
                lines.add("");
                lines.add("| memory | version | bill | stable prefix | above window | orphans, open calls, without user"
                        + " | refused by OpenAI, Anthropic, Gemini, Mistral | recall | summaries | ended by |");
                lines.add("|" + "---|".repeat(10));
            }
            lines.add("| " + String.join(" | ", line(row, first)) + " |");
        }
        return lines;
    }

    private static List<String> line(Map<String, String> row, Map<String, String> first) {
        return List.of(
                value(row, "memory"),
                value(row, "version"),
                share(row, first, "bill_openai_like") + " / " + share(row, first, "bill_anthropic_like"),
                value(row, "stable_prefix"),
                value(row, "above_window"),
                together(row, "orphans", "open_calls", "without_user"),
                together(row, "refused_openai", "refused_anthropic", "refused_gemini", "refused_mistral"),
                value(row, "recall"),
                value(row, "summaries"),
                value(row, "fault"));
    }

    private static String together(Map<String, String> row, String... columns) {
        List<String> values = new ArrayList<>();
        for (String column : columns) {
            values.add(value(row, column));
        }
        return String.join(", ", values);
    }

    private static String share(Map<String, String> row, Map<String, String> first, String column) {
        return decimal(number(row, column) / Math.max(1, number(first, column)));
    }

    static double number(Map<String, String> row, String column) {
        return Double.parseDouble(value(row, column));
    }

    static String value(Map<String, String> row, String column) {
        return row.getOrDefault(column, "");
    }
}
