package io.github.sessioncompression.compare;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The comparison with the memories of agent frameworks; started by {@code compression-benchmarks/compare --peers}. */
class CompareRun {
    @Test
    void comparesAllMemories() throws IOException {
        Compare.main(System.getProperty("compare.arguments", "").split("\\|", -1));
    }
}
