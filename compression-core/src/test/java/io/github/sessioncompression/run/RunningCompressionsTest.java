package io.github.sessioncompression.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.MutableTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RunningCompressionsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final MutableTime time = new MutableTime();
    private final RunningCompressions running = new RunningCompressions(time);

    @AfterEach
    void leaveNoInterruptionBehind() {
        Thread.interrupted();
    }

    private RunningCompressions.Turn begin() {
        return Objects.requireNonNull(running.begin("chat"));
    }

    /** A turn that another thread has taken. */
    private RunningCompressions.Turn takenElsewhere() throws InterruptedException {
        RunningCompressions.Turn turn = begin();
        Thread elsewhere = new Thread(turn::take);
        elsewhere.start();
        elsewhere.join();
        return turn;
    }

    @Test
    void letOneRunAtATimeCompressAConversation() {
        RunningCompressions.Turn turn = begin();

        assertThat(running.begin("chat")).isNull();
        assertThat(running.begin("another chat")).isNotNull();
        assertThat(running.isRunning("chat")).isTrue();

        running.end("chat", turn);
        assertThat(running.isRunning("chat")).isFalse();
        assertThat(turn.end.getCount()).isZero();
        assertThat(running.begin("chat")).isNotNull();
    }

    @Test
    void grantIdleTurnAtOnce() {
        assertThat(running.await("chat", Duration.ZERO)).isNotNull();
        assertThat(running.isRunning("chat")).isTrue();
    }

    @Test
    void giveNoTurnToWhomeverWaitsInVain() throws Exception {
        RunningCompressions.Turn turn = takenElsewhere();

        assertThat(running.await("chat", Duration.ofNanos(1))).isNull();

        assertThat(running.isRunning("chat")).isTrue();
        assertThat(turn.end.getCount()).isPositive();
    }

    @Test
    void giveTheTurnToWhomeverWaitsForTheEnd() throws Exception {
        RunningCompressions.Turn turn = takenElsewhere();
        Thread waiting = Thread.currentThread();
        Thread ending = new Thread(() -> {
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            running.end("chat", turn);
        });
        ending.setDaemon(true);
        ending.start();

        assertThat(running.await("chat", Duration.ofMinutes(4))).isNotNull().isNotSameAs(turn);
        ending.join();
    }

    @Test
    void grantNoTurnToInterruptedWaiter() throws Exception {
        takenElsewhere();
        Thread.currentThread().interrupt();

        assertThat(running.await("chat", Duration.ofMinutes(4))).isNull();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void passQueuedTurnToFirstWaiter() {
        RunningCompressions.Turn waiting = begin();

        assertThat(running.await("chat", Duration.ofMinutes(4))).isSameAs(waiting);
        assertThat(waiting.take()).isFalse();
        List<String> done = new ArrayList<>();
        waiting.once(() -> done.add("run")).run();
        assertThat(done).isEmpty();
    }

    @Test
    void runEachTaskOnce() {
        List<String> done = new ArrayList<>();
        Runnable run = begin().once(() -> done.add("run"));

        run.run();
        run.run();

        assertThat(done).containsExactly("run");
    }

    @Test
    void returnUnstartedTurnAsOverdue() {
        assertThat(running.overdue("chat", PATIENCE)).as("nothing waits").isNull();
        RunningCompressions.Turn waiting = begin();
        time.advance(PATIENCE.minusNanos(1));
        assertThat(running.overdue("chat", PATIENCE)).isNull();
        time.advance(Duration.ofNanos(1));

        assertThat(running.overdue("another chat", PATIENCE)).isNull();
        assertThat(running.overdue("chat", PATIENCE)).isSameAs(waiting);

        assertThat(running.overdue("chat", PATIENCE)).as("at once again").isNull();
        time.advance(PATIENCE);
        assertThat(running.overdue("chat", PATIENCE)).isSameAs(waiting);
    }

    @Test
    void neverReturnStartedTurnAsOverdue() throws Exception {
        takenElsewhere();
        time.advance(PATIENCE.multipliedBy(2));

        assertThat(running.overdue("chat", PATIENCE)).isNull();
    }

    @Test
    void countAnewFromATimeTheClockWasPutBackTo() {
        RunningCompressions.Turn waiting = begin();
        time.advance(Duration.ofDays(-1));
        assertThat(running.overdue("chat", PATIENCE)).isNull();

        time.advance(PATIENCE);

        assertThat(running.overdue("chat", PATIENCE)).isSameAs(waiting);
    }

    @Test
    void refuseStartOfForgottenTurn() {
        RunningCompressions.Turn forgotten = begin();

        running.forget("chat");

        assertThat(forgotten.take()).isFalse();
    }

    @Test
    void letNoThreadWaitForItself() {
        RunningCompressions.Turn own = Objects.requireNonNull(running.await("chat", Duration.ofMinutes(4)));

        assertThat(running.await("chat", Duration.ofMinutes(4))).isNull();

        assertThat(own.end.getCount()).isPositive();
        assertThat(running.await("another chat", Duration.ofMinutes(4))).isNotNull();
    }

    @Test
    void forgettingFreesWaitersAndKeepsNextTurn() {
        RunningCompressions.Turn forgotten = begin();

        running.forget("chat");
        running.forget("a chat that nothing runs for");

        assertThat(forgotten.end.getCount()).isZero();
        RunningCompressions.Turn next = begin();
        running.end("chat", forgotten);
        assertThat(running.isRunning("chat")).isTrue();
        assertThat(next.end.getCount()).isPositive();
    }
}
