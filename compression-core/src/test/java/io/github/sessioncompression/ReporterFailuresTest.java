package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.PipelineRun.StageTiming;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.Reason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Events and log lines of what fails. */
class ReporterFailuresTest extends ReporterFixture {
    @Test
    void reportsFailureAndRecovery() {
        WrittenState.Failure failure = new WrittenState.Failure("TIMED_OUT", "no answer within PT1M");
        told(chat -> reporter.came(
                chat,
                run,
                new Outcome.Failed("TIMED_OUT"),
                new StageTiming(Stage.COMPRESS, 900, TOOK, failure, Recovery.TRUNCATED)));

        assertThat(events)
                .containsExactly(new CompressionEvent.StageFailed(
                        "chat",
                        time.instant(),
                        Stage.COMPRESS,
                        Reason.MID_TURN,
                        "TIMED_OUT",
                        Recovery.TRUNCATED,
                        900,
                        BASE,
                        TOOK));
        assertThat(warnings.lines())
                .containsExactly(
                        "Compression of chat failed, and this request leaves older messages out: no answer within PT1M (TIMED_OUT, 0.3 s).");
    }

    @Test
    void doesNotWarnDuringCooldown() {
        came(new Outcome.Failed("COOLING_DOWN"), Stage.COMPRESS);

        assertThat(events).hasSize(1);
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void reportsExceptionByItsClassName() {
        told(chat -> reporter.broken(chat, run, new IllegalStateException("my secret"), Recovery.KEPT));
        told(chat -> reporter.started(chat, run, Stage.PRUNE, 900));
        told(chat -> reporter.broken(chat, run, new IllegalStateException("my secret") {}, Recovery.THROWN));

        assertThat(((CompressionEvent.StageFailed) events.get(0)).failure()).isEqualTo("UNEXPECTED");
        assertThat(((CompressionEvent.StageFailed) events.get(0)).stage()).isEqualTo(Stage.COMPRESS);
        assertThat(((CompressionEvent.StageFailed) events.get(2)).failure()).isEqualTo("UNEXPECTED");
        assertThat(((CompressionEvent.StageFailed) events.get(2)).stage()).isEqualTo(Stage.PRUNE);
        assertThat(run.failure()).isEqualTo(new Outcome.Failed("UNEXPECTED"));
        assertThat(warnings.lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).doesNotContain("secret"))
                .first()
                .asString()
                .contains("it threw java.lang.IllegalStateException (UNEXPECTED)");
    }

    @Test
    void reportsFailureBeforeStart() {
        WrittenState.Failure failure = WrittenState.Failure.of("NO_THREAD");
        told(chat -> reporter.notRun(chat, Reason.PROACTIVE, failure, true));
        told(chat -> reporter.notRun(chat, Reason.PROACTIVE, failure, false));

        assertThat(events)
                .hasSize(2)
                .containsOnly(new CompressionEvent.StageFailed(
                        "chat",
                        time.instant(),
                        Stage.COMPRESS,
                        Reason.PROACTIVE,
                        "NO_THREAD",
                        Recovery.KEPT,
                        size(),
                        BASE,
                        Duration.ZERO));
        assertThat(warnings.lines()).singleElement().asString().contains("NO_THREAD");
    }

    @Test
    void logsSideFailuresOnceWithoutTheirText() {
        RuntimeException secret = new IllegalStateException("my secret");
        for (int i = 0; i < 2; i++) {
            reporter.faults().expansionFailed(secret);
            reporter.faults().outlineFailed(secret);
        }
        reporter.faults().storeFailed(secret);
        assertThat(warnings.lines()).hasSize(3).noneMatch(line -> line.contains("secret"));
    }

    @Test
    void warnsOfUnreleasedLeaseAndContinues() {
        reporter.faults().leaseKept(new IllegalStateException("my secret"));

        assertThat(warnings.lines()).singleElement().asString().contains("lease");
        assertThat(warnings.lines().toString()).doesNotContain("secret");
    }
}
