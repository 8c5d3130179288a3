package io.github.sessioncompression.compare;

import io.github.sessioncompression.compare.CostCases.Case;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Bills of {@link CostCases} as CSV, and as the table of a page. */
final class CostTable {
    static final String HEAD =
            "| chats, window | an extract | a model, thresholds | a model, planner | calls of the model | recall at the end |"
                    + " planner / thresholds, worst |";

    private static final String COLUMNS =
            "kind,transcript,window,profile,extract,thresholds,planner,calls_by_thresholds,"
                    + "calls_by_planner,recall_extract,recall_thresholds,recall_planner";

    private CostTable() {}

    static List<String> csv(List<Case> cases) {
        List<String> lines = new ArrayList<>(List.of(COLUMNS));
        cases.forEach(it -> lines.add(String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%.4f,%.4f,%.4f,%d,%d,%.3f,%.3f,%.3f",
                it.kind(),
                it.transcript(),
                it.window(),
                it.profile(),
                it.extract(),
                it.thresholds(),
                it.planner(),
                it.callsByThresholds(),
                it.callsByPlanner(),
                it.recalls().get(0),
                it.recalls().get(1),
                it.recalls().get(2))));
        return lines;
    }

    static List<Case> read(List<String> csv) {
        return csv.stream().skip(1).map(CostTable::read).toList();
    }

    private static Case read(String line) {
        String[] cells = line.split(",", -1);
        return new Case(
                cells[0],
                cells[1],
                cells[2],
                cells[3],
                Double.parseDouble(cells[4]),
                Double.parseDouble(cells[5]),
                Double.parseDouble(cells[6]),
                Integer.parseInt(cells[7]),
                Integer.parseInt(cells[8]),
                List.of(Double.parseDouble(cells[9]), Double.parseDouble(cells[10]), Double.parseDouble(cells[11])));
    }

    /** A row for each kind and window: means over its transcripts, under the two profiles. */
    static List<String> markdown(List<Case> cases) {
        Map<String, List<Case>> rows = new LinkedHashMap<>();
        cases.forEach(it -> rows.computeIfAbsent(it.kind() + ", " + window(it.window()), key -> new ArrayList<>())
                .add(it));
        List<String> lines = new ArrayList<>(List.of(HEAD, "|---|---|---|---|---|---|---|"));
        rows.forEach((name, all) -> lines.add("| " + name
                + " | " + both(all, Case::extract)
                + " | " + both(all, Case::thresholds)
                + " | " + both(all, Case::planner)
                + " | " + calls(all)
                + " | " + recalls(all)
                + " | "
                + decimal(all.stream().mapToDouble(CostTable::ratio).max().orElse(1))
                + " |"));
        return lines;
    }

    static double ratio(Case it) {
        return it.planner() / it.thresholds();
    }

    private static String window(String window) {
        double size = Double.parseDouble(window);
        return size <= 1 ? Math.round(100 * size) + " %" : window + " tokens";
    }

    private static String both(List<Case> cases, ToDoubleFunction<Case> bill) {
        return decimal(mean(of(cases, Requests.OPENAI_LIKE.name()), bill)) + " / "
                + decimal(mean(of(cases, Requests.ANTHROPIC_LIKE.name()), bill));
    }

    private static List<Case> of(List<Case> cases, String profile) {
        return cases.stream().filter(it -> it.profile().equals(profile)).toList();
    }

    private static double mean(List<Case> cases, ToDoubleFunction<Case> value) {
        return cases.stream().mapToDouble(value).average().orElse(0);
    }

    private static String calls(List<Case> cases) {
        List<Case> some = of(cases, Requests.OPENAI_LIKE.name());
        return some.stream().mapToInt(Case::callsByThresholds).sum() + " → "
                + some.stream().mapToInt(Case::callsByPlanner).sum();
    }

    private static String recalls(List<Case> cases) {
        List<Case> some = of(cases, Requests.OPENAI_LIKE.name());
        if (mean(some, it -> it.recalls().get(0)) == 0) {
            return "";
        }
        return decimal(mean(some, it -> it.recalls().get(1))) + " → "
                + decimal(mean(some, it -> it.recalls().get(2)));
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
