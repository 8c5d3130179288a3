package io.github.sessioncompression.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/comparison.md and its pictures show results/compare.csv, a run's output; {@code -Dcomparison.page=write} writes them. */
class ComparisonPageTest {
    private static final Path RESULTS = Path.of("results", "compare.csv");
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path PAGE = DOCS.resolve("comparison.md");
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

    private static void check(Path file, String wanted) throws IOException {
        if (System.getProperty("comparison.page", "").equals("write")) {
            Files.writeString(file, wanted);
        }
        assertThat(file).content().as("-Dcomparison.page=write writes it").isEqualTo(wanted);
    }
}
