package io.github.sessioncompression.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** docs/comparison.md and its pictures show results/compare.csv, a run's output; {@code -Dcomparison.page=write} writes them. */
class ComparisonPageTest {
    private static final Path RESULTS = Path.of("results", "compare.csv");
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path PAGE = DOCS.resolve("comparison.md");
    private static final int MEMORY = 1;
    private static final int BILL = 6;
    private static final int RECALL = 17;
    private static final String HEADING = "## Results\n\n";

    @Test
    void showsResultsOfTheRun() throws IOException {
        List<String> csv = Files.readAllLines(RESULTS);
        String page = Files.readString(PAGE).split(HEADING, 2)[0]
                + HEADING
                + String.join("\n", CompareTable.markdown(csv))
                + '\n';
        check(PAGE, page);
        for (CompareSvg.Theme theme : CompareSvg.Theme.values()) {
            check(DOCS.resolve(theme.file()), String.join("\n", CompareSvg.of(csv, theme)) + '\n');
        }
    }

    @Test
    void textNamesRangesOfTheRun() throws IOException {
        String text = Files.readString(PAGE).split(HEADING, 2)[0].replaceAll("\\s+", " ");
        List<String[]> chats = Files.readAllLines(RESULTS).stream()
                .filter(line -> line.startsWith("locomo"))
                .map(line -> line.split(",", -1))
                .toList();
        Predicate<String> cheaper =
                memory -> memory.equals("spring-ai-session token window") || memory.startsWith("Koog");
        Predicate<String> ours = memory -> memory.startsWith("Session Compression");

        assertThat(text)
                .contains("(LoCoMo " + bills(chats, cheaper) + " against " + bills(chats, ours) + ")")
                .contains("(" + recalls(chats, cheaper) + " against " + recalls(chats, ours) + ")")
                .contains("recalls " + recalls(chats, memory -> memory.startsWith("ADK Sliding")))
                .contains("AgentScope recalls most, " + recalls(chats, memory -> memory.startsWith("AgentScope")));
    }

    /** Least and largest bill, OpenAI-like, in that of the chat's first memory. */
    private static String bills(List<String[]> chats, Predicate<String> memory) {
        Map<String, Double> first = new HashMap<>();
        chats.forEach(row -> first.putIfAbsent(row[0], Double.valueOf(row[BILL])));
        return range(chats, memory, row -> Double.parseDouble(row[BILL]) / first.getOrDefault(row[0], 1.0));
    }

    private static String recalls(List<String[]> chats, Predicate<String> memory) {
        return range(chats, memory, row -> Double.parseDouble(row[RECALL]));
    }

    private static String range(List<String[]> chats, Predicate<String> memory, ToDoubleFunction<String[]> value) {
        DoubleSummaryStatistics all = chats.stream()
                .filter(row -> memory.test(row[MEMORY]))
                .mapToDouble(value)
                .summaryStatistics();
        return String.format(Locale.ROOT, "%.2f to %.2f", all.getMin(), all.getMax());
    }

    private static void check(Path file, String wanted) throws IOException {
        if (System.getProperty("comparison.page", "").equals("write")) {
            Files.writeString(file, wanted);
        }
        assertThat(file).content().as("-Dcomparison.page=write writes it").isEqualTo(wanted);
    }
}
