package io.github.sessioncompression.conformance.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.conformance.peers.Peers.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The run: writes results.tsv, a line for each memory and promise, from which docs/conformance.md is made. */
class PeersRun {
    private static final Path RESULTS = Path.of("results.tsv");
    private static final int LEAST_PROMISES = 24;

    @Test
    void writesResults() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("# " + LocalDate.now() + ", Java " + Runtime.version().feature() + ", "
                + System.getProperty("os.name"));
        for (Peer peer : Peers.all()) {
            Map<String, String> results = Results.of(peer.contract());
            assertThat(results)
                    .as(peer.name())
                    .hasSizeGreaterThanOrEqualTo(LEAST_PROMISES)
                    .containsValue(Results.KEPT);
            results.forEach(
                    (promise, outcome) -> lines.add(String.join("\t", peer.name(), peer.version(), promise, outcome)));
        }
        Files.write(RESULTS, lines);
    }
}
