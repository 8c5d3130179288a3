package io.github.sessioncompression.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.compare.Comparison.Row;
import io.github.sessioncompression.conformance.ProviderRules;
import io.github.sessioncompression.conformance.RequestMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareTest {
    private static final Path SAMPLE = Path.of(
            "..", "samples/replay/src/main/resources/io/github/sessioncompression/replay/support-and-coding.json");

    @Test
    void comparesMemoriesOnBundledTranscript() throws IOException {
        List<Transcript> transcripts = Transcript.readAll(SAMPLE);

        List<Row> rows = new Comparison(0.3, Summariser.Fault.NONE).run(transcripts);

        assertThat(rows).hasSameSizeAs(Memories.all()).allSatisfy(row -> {
            assertThat(row.fault()).isEmpty();
            assertThat(row.requests().count()).isEqualTo(rows.get(0).requests().count());
            assertThat(row.requests().bill(Requests.OPENAI_LIKE))
                    .isBetween(
                            0.1 * row.requests().tokens(), 1.0 * row.requests().tokens());
        });
        List<Row> ours = rows.subList(rows.size() - 2, rows.size());
        assertThat(ours).allSatisfy(row -> {
            assertThat(row.memory().name()).startsWith("Session Compression");
            assertThat(row.requests().above()).isZero();
            assertThat(row.requests().orphans() + row.requests().open()).isZero();
            assertThat(row.requests().bill(Requests.OPENAI_LIKE))
                    .isLessThan(rows.get(0).requests().bill(Requests.OPENAI_LIKE));
            assertThat(List.of(ProviderRules.values()))
                    .allMatch(rules -> row.requests().refused(rules) == 0);
        });
        List<String> csv = CompareTable.csv(rows);
        assertThat(csv.subList(1, csv.size()))
                .hasSize(rows.size() + 1)
                .allMatch(line -> line.split(",", -1).length == CompareTable.COLUMNS.size());
        assertThat(CompareTable.markdown(csv)).hasSize(rows.size() + 6);
    }

    @Test
    void countsBillPrefixAndFaultsOfRequests() {
        Requests requests = new Requests(1_500);
        Sent question = sent(RequestMessage.user("x".repeat(3_984))); // 1,000 tokens
        Sent second = sent(RequestMessage.user("y".repeat(3_984)));
        requests.add(List.of(question, second));
        requests.add(List.of(question, second, sent(RequestMessage.tool("c1", "z".repeat(384))))); // 100 tokens more

        assertThat(requests.tokens()).isEqualTo(4_100);
        assertThat(requests.stableShare()).isEqualTo(2_000 / 4_100.0);
        assertThat(requests.above()).isEqualTo(2);
        assertThat(requests.orphans()).isEqualTo(1);
        assertThat(requests.refused(ProviderRules.MISTRAL)).isEqualTo(1);
        // Of the 2,000 tokens of the prefix 15 steps of 128 are cached.
        assertThat(requests.bill(Requests.OPENAI_LIKE)).isEqualTo(2_000 + 180 + 1_920 * 0.1);
        assertThat(requests.bill(Requests.ANTHROPIC_LIKE)).isEqualTo(2_000 * 1.25 + 100 * 1.25 + 2_000 * 0.1);
    }

    private static Sent sent(RequestMessage message) {
        return new Sent(message, "");
    }

    @Test
    void recallsAnswersBesideWordsOfTheQuestion(@TempDir Path folder) throws IOException {
        Files.writeString(
                folder.resolve("a.transcript.json"),
                "[{\"id\":\"1\",\"role\":\"user\",\"content\":\"The barrel costs 49 euros.\"}]");
        Files.writeString(
                folder.resolve("a.qa.json"),
                "[{\"question\":\"What does the barrel cost?\",\"answer\":\"49 euros\",\"evidence\":[\"1\"]}]");
        Transcript transcript = Transcript.readAll(folder).get(0);

        assertThat(Recall.of(List.of("User: the barrel costs 49 euros"), transcript))
                .hasValue(1);
        assertThat(Recall.of(List.of("The barrel is blue. It costs 49 pounds"), transcript))
                .hasValue(0.5);
        assertThat(Recall.of(List.of("49 euros"), transcript)).hasValue(0);
    }

    @Test
    void writesTableAndCsv(@TempDir Path folder) throws IOException {
        StringBuilder chat = new StringBuilder("[");
        IntStream.range(0, 40).forEach(i -> chat.append(i == 0 ? "" : ",")
                .append("{\"id\":\"%d\",\"role\":\"%s\",\"content\":\"%s %d\"}"
                        .formatted(i, i % 2 == 0 ? "user" : "assistant", "word ".repeat(40), i)));
        Files.writeString(folder.resolve("made.transcript.json"), chat.append("]"));

        Compare.main("--data", folder.toString(), "--share", "0.5", "--out", folder.toString());

        assertThat(Files.readAllLines(folder.resolve("compare.csv"))).hasSize(9);
        assertThat(folder.resolve("compare.md"))
                .content()
                .contains("### made, a window of ", "| Session Compression Spring AI | this build | ");
        assertThatThrownBy(() -> Compare.main("--share", "2"))
                .hasMessage("share must be above 0 and at most 1, but was 2.0");
        assertThatThrownBy(() -> Compare.main("--window", "2"))
                .hasMessage("unknown argument --window; --data, --share, --summariser and --out are known");
    }
}
