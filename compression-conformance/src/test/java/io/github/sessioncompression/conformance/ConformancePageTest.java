package io.github.sessioncompression.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/conformance.md shows the results of compatibility/conformance/run; {@code -Dconformance.page=write} writes them there. */
class ConformancePageTest {
    private static final Path RESULTS = Path.of("..", "compatibility", "conformance", "results.tsv");
    private static final Path PAGE = Path.of("..", "docs", "conformance.md");
    private static final String HEADING = "## Results\n";
    private static final String KEPT = "kept";
    private static final String SKIPPED = "skipped";

    /** A line of the results. */
    private record Result(String memory, String version, String promise, String outcome) {
        boolean isRed() {
            return !outcome.equals(KEPT) && !outcome.equals(SKIPPED);
        }

        /** What breaks the promise, in one sentence. */
        String sentence() {
            String sentence = outcome.split("\\\\n", 2)[0];
            return sentence.startsWith("of messages that 8 threads added")
                    ? "messages that 8 threads added are missing"
                    : sentence;
        }

        /** The chat and the request that show it, if the promise is about one. */
        List<String> chat() {
            String[] lines = outcome.split("\\\\n", -1);
            return lines.length == 3 ? List.of(lines[1].strip(), lines[2].strip()) : List.of();
        }
    }

    private static List<String> lines() throws IOException {
        return Files.readAllLines(RESULTS);
    }

    private static Map<String, List<Result>> results() throws IOException {
        return lines().stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .map(cells -> new Result(cells[0], cells[1], cells[2], cells[3]))
                .collect(Collectors.groupingBy(Result::memory, LinkedHashMap::new, Collectors.toList()));
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder(HEADING);
        page.append("\nRun of ").append(lines().get(0).substring(2)).append(".\n\n");
        page.append("| memory | version | promises kept | not kept | without a store or summariser: not asked |\n");
        page.append("|---|---|---|---|---|\n");
        StringBuilder reds = new StringBuilder("\n## Promises that are not kept\n");
        results().forEach((memory, results) -> {
            page.append("| %s | %s | %d | %d | %d |\n"
                    .formatted(
                            memory,
                            results.get(0).version(),
                            count(results, KEPT),
                            results.stream().filter(Result::isRed).count(),
                            count(results, SKIPPED)));
            if (results.stream().anyMatch(Result::isRed)) {
                reds.append("\n### ").append(memory).append("\n\n");
                byChat(results).values().forEach(same -> reds.append(red(same)));
            }
        });
        return page.append(reds).toString();
    }

    private static long count(List<Result> results, String outcome) {
        return results.stream()
                .filter(result -> result.outcome().equals(outcome))
                .count();
    }

    /** Promises that one chat breaks belong together. */
    private static Map<Object, List<Result>> byChat(List<Result> results) {
        return results.stream()
                .filter(Result::isRed)
                .collect(Collectors.groupingBy(
                        result -> result.chat().isEmpty() ? result.promise() : result.chat(),
                        LinkedHashMap::new,
                        Collectors.toList()));
    }

    private static String red(List<Result> same) {
        String promises =
                same.stream().map(result -> '`' + result.promise() + '`').collect(Collectors.joining(", "));
        Map<String, String> byReason = new LinkedHashMap<>();
        same.forEach(result -> byReason.putIfAbsent(
                result.sentence().replaceFirst("^[A-Z]+ refuses message \\d+: ", ""), result.sentence()));
        String sentences = String.join("; ", byReason.values());
        StringBuilder red = new StringBuilder("- " + promises + ": " + sentences + ".\n");
        same.get(0).chat().forEach(line -> red.append("  - ").append(line).append('\n'));
        return red.toString();
    }

    @Test
    void showsResultsOfTheRun() throws IOException {
        String head = Files.readString(PAGE).split(HEADING, 2)[0];
        String page = head + page();
        if (System.getProperty("conformance.page", "").equals("write")) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE))
                .as("%s differs from %s; -Dconformance.page=write writes it", PAGE, RESULTS)
                .isEqualTo(page);
    }

    @Test
    void hasEachPromiseOfEachMemory() throws IOException {
        results().values().forEach(results -> {
            List<String> promises = results.stream().map(Result::promise).toList();
            assertThat(new TreeSet<>(promises))
                    .isIn(
                            ContractRun.promises(LangChain4jMemoryContract.class),
                            ContractRun.promises(SpringAiMemoryContract.class));
            assertThat(promises).doesNotHaveDuplicates();
        });
    }

    @Test
    void judgesEachMemoryThatBreaksAPromise() throws IOException {
        String head = Files.readString(PAGE).split(HEADING, 2)[0];
        List<String> broken = new ArrayList<>();
        results().forEach((memory, results) -> {
            if (results.stream().anyMatch(Result::isRed)) {
                broken.add(memory);
            }
        });
        assertThat(broken).isNotEmpty().allSatisfy(memory -> assertThat(head).contains("**" + memory + "**"));
    }
}
