package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.event.Events;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StatsRecorderTest {
    private final StatsRecorder totals = new StatsRecorder(null);
    private final StatsRecorder one = new StatsRecorder(totals);
    private final StatsRecorder other = new StatsRecorder(totals);

    @Test
    void beginsWithNothing() {
        CompressionStats none = one.snapshot();

        assertThat(none.compressions()).isZero();
        assertThat(none.meanLatency()).isZero();
        assertThat(none.ratio()).isEqualTo(1);
        assertThat(none.stablePrefixShare()).isZero();
        assertThat(none.modelUsage()).isEqualTo(ModelUse.NONE);
    }

    @Test
    void countsStagesPerConversationAndInTotal() {
        one.happened(Events.finished(Stage.PRUNE, 100, 90, 3));
        one.happened(Events.finished(Stage.COMPRESS, 90, 40, 7));
        one.happened(Events.failed(Recovery.KEPT));
        other.happened(Events.finished(Stage.COMPRESS, 80, 60, 7));

        assertThat(one.snapshot())
                .returns(1L, CompressionStats::prunings)
                .returns(1L, CompressionStats::compressions)
                .returns(1L, CompressionStats::failures)
                .returns(60L, CompressionStats::tokensSaved);
        assertThat(totals.snapshot())
                .returns(1L, CompressionStats::prunings)
                .returns(2L, CompressionStats::compressions)
                .returns(1L, CompressionStats::failures)
                .returns(80L, CompressionStats::tokensSaved);
    }

    @Test
    void countsNoStageWithoutEffectAndNoTrimmingAsSaving() {
        one.happened(Events.finished(Stage.COMPRESS, 90, 40, 0));
        one.happened(Events.finished(Stage.PRUNE, 90, 40, 0));
        one.happened(Events.finished(Stage.FALLBACK, 90, 40, 5));
        one.happened(Events.started(Stage.COMPRESS, Reason.MANUAL));

        assertThat(one.snapshot()).isEqualTo(new StatsRecorder(totals).snapshot());
    }

    @Test
    void keepsTheLastTheMeanAndTheSlowestLatency() {
        for (int seconds : new int[] {2, 9, 1}) {
            one.happened(Events.finished(Stage.COMPRESS, 90, 40, 7, Duration.ofSeconds(seconds)));
        }

        assertThat(one.snapshot())
                .returns(Duration.ofSeconds(1), CompressionStats::lastLatency)
                .returns(Duration.ofSeconds(4), CompressionStats::meanLatency)
                .returns(Duration.ofSeconds(9), CompressionStats::maxLatency);
    }

    @Test
    void reportsTheShareOfActiveMessages() {
        one.messages(50, 50);
        one.messages(67, 18);
        other.messages(33, 9);

        assertThat(one.snapshot().ratio()).isEqualTo(18 / 67.0);
        assertThat(totals.snapshot())
                .returns(100L, CompressionStats::messagesTotal)
                .returns(27L, CompressionStats::messagesActive)
                .returns(0.27, CompressionStats::ratio);
    }

    @Test
    void computesShareOfStablePrefix() {
        one.sent(1_000, 0);
        one.sent(1_100, 1_000);
        other.sent(900, 500);

        assertThat(one.snapshot().stablePrefixShare()).isEqualTo(1_000 / 2_100.0);
        assertThat(totals.snapshot().stablePrefixShare()).isEqualTo(0.5);
    }

    @Test
    void sumsUsageOfCompressionModel() {
        one.modelUsed(new Usage(10, 30, 40, 20, 0), 1);
        one.modelUsed(new Usage(1, 3, 4, 2, 0), 2);

        assertThat(one.snapshot().modelUsage()).isEqualTo(new ModelUse(3, 11, 22, 33, 44));
        assertThat(totals.snapshot().modelUsage()).isEqualTo(new ModelUse(3, 11, 22, 33, 44));
    }

    @Test
    void sumsUsageOfChatModelSeparately() {
        one.chatUsed(new Usage(10, 30, 40, 20, 0));
        one.chatUsed(new Usage(1, 3, 4, 2, 0));

        assertThat(one.snapshot().chatUsage()).isEqualTo(new ModelUse(2, 11, 22, 33, 44));
        assertThat(totals.snapshot().chatUsage()).isEqualTo(new ModelUse(2, 11, 22, 33, 44));
        assertThat(one.snapshot().modelUsage()).isEqualTo(ModelUse.NONE);
        one.clear();
        assertThat(one.snapshot().chatUsage()).isEqualTo(ModelUse.NONE);
    }

    @Test
    void sumsFactCoverage() {
        one.covered(new Coverage(10, 6, 9, 1, 2));
        one.covered(new Coverage(20, 20, 20, 0, 0));
        other.covered(new Coverage(10, 0, 0, 7, 0));

        assertThat(one.snapshot().factCoverage())
                .isEqualTo(new Coverage(30, 26, 29, 1, 2))
                .returns(3L, Coverage::byLedger)
                .returns(29 / 30.0, Coverage::share);
        assertThat(totals.snapshot().factCoverage()).isEqualTo(new Coverage(40, 26, 29, 8, 2));
        one.clear();
        assertThat(one.snapshot().factCoverage()).isEqualTo(Coverage.NONE);
        assertThat(Coverage.NONE.share()).isEqualTo(1);
    }

    @Test
    void ignoresCoverageWithoutFacts() {
        one.covered(Coverage.NONE);

        assertThat(one.take()).isEqualTo(Counters.NONE);
    }

    @Test
    void clearForgetsConversationButKeepsTotals() {
        one.messages(60, 20);
        other.messages(40, 10);
        one.happened(Events.finished(Stage.COMPRESS, 90, 40, 7));
        one.sent(100, 10);
        one.modelUsed(new Usage(10, 30, 40, 20, 0), 1);

        one.clear();

        assertThat(one.snapshot()).isEqualTo(new StatsRecorder(totals).snapshot());
        assertThat(totals.snapshot())
                .returns(40L, CompressionStats::messagesTotal)
                .returns(10L, CompressionStats::messagesActive)
                .returns(1L, CompressionStats::compressions)
                .returns(50L, CompressionStats::tokensSaved)
                .returns(100L, CompressionStats::sentTokens);
        one.clear();
        assertThat(totals.snapshot().messagesTotal()).isEqualTo(40);
    }

    @Test
    void losesNothingBetweenThreads() throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int i = 0; i < 4; i++) {
            StatsRecorder mine = i % 2 == 0 ? one : other;
            threads.execute(() -> {
                for (int n = 1; n <= 5_000; n++) {
                    mine.happened(Events.finished(Stage.COMPRESS, 90, 40, 7));
                    mine.messages(n, n);
                    mine.sent(10, 5);
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();

        assertThat(totals.snapshot())
                .returns(20_000L, CompressionStats::compressions)
                .returns(1_000_000L, CompressionStats::tokensSaved)
                .returns(200_000L, CompressionStats::sentTokens);
        assertThat(totals.snapshot().messagesTotal())
                .isEqualTo(one.snapshot().messagesTotal() + other.snapshot().messagesTotal());
    }
}
