package io.github.sessioncompression.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.compare.CostCases.Case;
import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.policy.CompressionPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class CostTest {
    private static final Path ROOT = Path.of("..");

    private static List<Case> recorded() throws IOException {
        return CostTable.read(Files.readAllLines(
                ROOT.resolve("compression-benchmarks/results").resolve(CostRun.CSV)));
    }

    @Test
    void pageHasTheRecordedTable() throws IOException {
        assertThat(Files.readString(ROOT.resolve("docs/cost.md")))
                .contains(String.join("\n", CostTable.markdown(recorded())) + "\n");
    }

    @Test
    void plannerIsNeverWorseByTwoPercentAndMostlyBetter() throws IOException {
        List<Case> cases = recorded();

        assertThat(cases).hasSizeGreaterThan(30).allSatisfy(it -> assertThat(CostTable.ratio(it))
                .isLessThanOrEqualTo(1.02));
        long better = cases.stream().filter(it -> CostTable.ratio(it) < 1).count();
        assertThat((double) better / cases.size()).isGreaterThanOrEqualTo(0.9);
    }

    @Test
    void plannerSavesCallsOfModelInSmallWindow() {
        Transcript chat = CostCases.withPauses();
        Transcript half = new Transcript("half", chat.lines().subList(0, 150), List.of());

        List<Case> cases = CostCases.of("made up", half, "0.2");

        assertThat(cases).hasSize(2).allSatisfy(it -> {
            assertThat(it.callsByPlanner()).isPositive().isLessThan(it.callsByThresholds());
            assertThat(it.planner()).isLessThan(it.thresholds());
        });
        assertThat(CostTable.read(CostTable.csv(cases)))
                .extracting(Case::callsByPlanner)
                .isEqualTo(cases.stream().map(Case::callsByPlanner).toList());
    }

    @Test
    void compressesEarlierAfterPausesForASmallerBill() {
        Transcript chat = CostCases.withPauses();
        int window = (int) (0.3 * Comparison.tokens(chat));
        CompressionPolicy policy = CompressionPolicy.forWindow(window)
                .withCost(CostOptions.defaults().withProfile(Requests.ANTHROPIC_LIKE));
        List<Line> lines = chat.lines().stream()
                .map(it -> new Line(it.role(), it.id(), it.text(), it.calls(), it.answers(), it.tool(), null))
                .toList();

        CostReplay.Result paused = new CostReplay(chat, policy, true).run();
        CostReplay.Result steady = new CostReplay(new Transcript("steady", lines, List.of()), policy, true).run();

        assertThat(paused.steps())
                .filteredOn(step -> step.reason().startsWith("the cache has expired"))
                .isNotEmpty()
                .anySatisfy(step -> assertThat(step.before()).isLessThan(policy.triggerTokens()));
        assertThat(paused.requests().tokens()).isLessThan(steady.requests().tokens());
    }

    @Test
    void drawsCompressionsOfBothWriters() {
        Transcript chat = CostCases.withPauses();
        CompressionPolicy policy = CompressionPolicy.forWindow(2_000);
        CostReplay.Result planner = new CostReplay(
                        chat, policy.withCost(CostOptions.defaults().withProfile(Requests.OPENAI_LIKE)), true)
                .run();

        String svg = CostPicture.of(planner, planner, 2_000);

        assertThat(svg).contains("prefers-color-scheme: dark", "class=\"model\"", "class=\"extract\"");
        assertThat(planner.steps()).allSatisfy(step -> assertThat(step.reason()).isNotEmpty());
    }

    @Test
    void summariserWritesHalfOfItsRoom() {
        Requests requests = new Requests(1_000);
        ScriptedStateModel model = new ScriptedStateModel(requests);
        String said = "¶ User: The gate opens at seven on Friday. More follows.\n".repeat(200);

        String answer = model.answer(new ModelRequest(
                        "The object takes up to 600 tokens.",
                        "<new_messages>\n" + said + "</new_messages>",
                        "state",
                        "{}",
                        4_000))
                .text();

        assertThat(answer.length() / 4).isBetween(150, 320);
        assertThat(answer).contains("\"The gate opens at seven on Friday.\"").doesNotContain("More follows");
        assertThat(model.calls()).isEqualTo(1);
        assertThat(requests.bill(Requests.OPENAI_LIKE)).isGreaterThan(6.0 * answer.length() / 4);
    }

    @Test
    void refusesUnknownArguments() {
        assertThatThrownBy(() -> CostRun.check("--window"))
                .hasMessage("unknown argument --window; --windows, --data and --out are known");
    }
}
