package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.store.SessionStore.Lease;
import org.junit.jupiter.api.Test;

class PipelineRunTest {
    private static final Outcome PRUNED = new Outcome.Pruned(1, 900, 800);
    private static final Outcome.Failed FAILED = new Outcome.Failed("TIMED_OUT");

    private static PipelineRun run(boolean awaited) {
        return new PipelineRun(Recipe.ORDINARY, Reason.MANUAL, Focus.on("prices"), awaited);
    }

    @Test
    void runsEachStepOnceUntilStopped() {
        PipelineRun run = run(false);

        assertThat(run.left()).hasSize(2);
        assertThat(run.next()).isEqualTo(Recipe.ORDINARY.uses().get(0));
        assertThat(run.left()).containsExactly(Recipe.ORDINARY.uses().get(1));
        assertThat(run.next()).isEqualTo(Recipe.ORDINARY.uses().get(1));
        assertThat(run.next()).isNull();

        PipelineRun stopped = run(false);
        stopped.stop();
        assertThat(stopped.next()).isNull();
    }

    @Test
    void mayWriteAStateOnlyOnceItIsItsTurn() {
        PipelineRun run = run(false);
        assertThat(run.mayCompress()).isFalse();
        assertThat(run.lease()).isNull();

        Lease lease = new Lease("me", 3);
        run.mayCompress(lease, true);

        assertThat(run.mayCompress()).isTrue();
        assertThat(run.lease()).isEqualTo(lease);
        assertThat(run.outcome()).isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN));
    }

    @Test
    void reportsBusyIfOtherRunWrites() {
        PipelineRun run = run(false);

        run.mayCompress(null, false);

        assertThat(run.mayCompress()).isFalse();
        assertThat(run.outcome()).isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY));
    }

    @Test
    void remembersTheMostTellingOutcomeAndTheLastFailure() {
        PipelineRun run = run(true);
        run.begins(Stage.PRUNE);
        assertThat(run.started()).isEqualTo(Stage.PRUNE);

        run.came(PRUNED);
        assertThat(run.started()).isNull();
        assertThat(run.failure()).isNull();
        run.came(FAILED);

        assertThat(run.outcome()).isEqualTo(PRUNED);
        assertThat(run.failure()).isEqualTo(FAILED);
    }

    @Test
    void returnsItsParameters() {
        assertThat(run(true).isAwaited()).isTrue();
        assertThat(run(false).isAwaited()).isFalse();
        assertThat(run(false).recipe()).isEqualTo(Recipe.ORDINARY);
        assertThat(run(false).reason()).isEqualTo(Reason.MANUAL);
        assertThat(run(false).focus()).isEqualTo(Focus.on("prices"));
    }
}
