package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.StatsRecorder.KeptCounts;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.token.Usage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KeptCountsTest {
    private final FragileStore store = new FragileStore();
    private final SessionCompressor compressor = SessionCompressor.builder()
            .policy(CompressionPolicy.forWindow(4_000))
            .store(store)
            .build();
    private final KeptCounts counts = new KeptCounts(
            "chat", compressor.shared().store(), compressor.shared().totals());

    @AfterEach
    void close() {
        compressor.close();
    }

    @Test
    void countsThinkingAsOutputOfModel() {
        compressor.conversation("chat").append(Message.user("Hello."));

        counts.modelUsed(new Usage(100, 20, 3, 40, 5), 2);
        counts.chatUsed(new Usage(10, 2, 1, 4, 1));
        counts.keep();

        assertThat(store.counters("chat").model()).isEqualTo(new ModelUse(2, 100, 45, 20, 3));
        assertThat(store.counters("chat").chat()).isEqualTo(new ModelUse(1, 10, 5, 2, 1));
    }

    @Test
    void keepsCountsOnceAndAddsToStoredOnes() {
        compressor.conversation("chat").append(Message.user("Hello."));
        counts.modelUsed(Usage.of(100, 0), 1);
        counts.keep();
        counts.keep();
        counts.modelUsed(Usage.of(50, 0), 1);

        assertThat(store.counters("chat").model().inputTokens()).isEqualTo(100);
        assertThat(counts.snapshot().modelUsage().inputTokens()).isEqualTo(150);
    }

    @Test
    void waitWhileTheStoreIsGone() {
        compressor.conversation("chat").append(Message.user("Hello."));
        counts.modelUsed(Usage.of(100, 0), 1);
        store.gone = true;
        counts.keep();
        store.gone = false;
        assertThat(store.counters("chat").model().calls()).isZero();

        counts.keep();

        assertThat(store.counters("chat").model().calls()).isEqualTo(1);
    }
}
