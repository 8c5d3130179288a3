package io.github.sessioncompression;

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
class FlightsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final MutableTime time = new MutableTime();
    private final Flights flights = new Flights(time);

    @AfterEach
    void leaveNoInterruptionBehind() {
        Thread.interrupted();
    }

    private Flights.Turn begin() {
        return Objects.requireNonNull(flights.begin("chat"));
    }

    /** A turn that another thread has taken. */
    private Flights.Turn takenElsewhere() throws InterruptedException {
        Flights.Turn turn = begin();
        Thread elsewhere = new Thread(turn::take);
        elsewhere.start();
        elsewhere.join();
        return turn;
    }

    @Test
    void letOneRunAtATimeCompressAConversation() {
        Flights.Turn turn = begin();

        assertThat(flights.begin("chat")).isNull();
        assertThat(flights.begin("another chat")).isNotNull();
        assertThat(flights.isRunning("chat")).isTrue();

        flights.end("chat", turn);
        assertThat(flights.isRunning("chat")).isFalse();
        assertThat(turn.hasEnded()).isTrue();
        assertThat(flights.begin("chat")).isNotNull();
    }

    @Test
    void giveTheTurnAtOnceWhereNothingRuns() {
        assertThat(flights.await("chat", Duration.ZERO)).isNotNull();
        assertThat(flights.isRunning("chat")).isTrue();
    }

    @Test
    void giveNoTurnToWhomeverWaitsInVain() throws Exception {
        Flights.Turn turn = takenElsewhere();

        assertThat(flights.await("chat", Duration.ofNanos(1))).isNull();

        assertThat(flights.isRunning("chat")).isTrue();
        assertThat(turn.hasEnded()).isFalse();
    }

    @Test
    void giveTheTurnToWhomeverWaitsForTheEnd() throws Exception {
        Flights.Turn turn = takenElsewhere();
        Thread waiting = Thread.currentThread();
        Thread ending = new Thread(() -> {
            while (waiting.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            flights.end("chat", turn);
        });
        ending.setDaemon(true);
        ending.start();

        assertThat(flights.await("chat", Duration.ofMinutes(4))).isNotNull().isNotSameAs(turn);
        ending.join();
    }

    @Test
    void giveNoTurnToAnInterruptedThreadThatHasToWait() throws Exception {
        takenElsewhere();
        Thread.currentThread().interrupt();

        assertThat(flights.await("chat", Duration.ofMinutes(4))).isNull();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void giveATurnThatWaitsForAThreadToWhoeverComesFirst() {
        Flights.Turn waiting = begin();

        assertThat(flights.await("chat", Duration.ofMinutes(4))).isSameAs(waiting);
        assertThat(waiting.take()).isFalse();
        List<String> done = new ArrayList<>();
        waiting.once(() -> done.add("run")).run();
        assertThat(done).isEmpty();
    }

    @Test
    void letARunThatWasNotBegunBeMadeOnce() {
        List<String> done = new ArrayList<>();
        Runnable run = begin().once(() -> done.add("run"));

        run.run();
        run.run();

        assertThat(done).containsExactly("run");
    }

    @Test
    void handOutOnceMoreWhatNoThreadBegins() {
        assertThat(flights.overdue("chat", PATIENCE)).as("nothing waits").isNull();
        Flights.Turn waiting = begin();
        time.advance(PATIENCE.minusNanos(1));
        assertThat(flights.overdue("chat", PATIENCE)).isNull();
        time.advance(Duration.ofNanos(1));

        assertThat(flights.overdue("another chat", PATIENCE)).isNull();
        assertThat(flights.overdue("chat", PATIENCE)).isSameAs(waiting);

        assertThat(flights.overdue("chat", PATIENCE)).as("at once again").isNull();
        time.advance(PATIENCE);
        assertThat(flights.overdue("chat", PATIENCE)).isSameAs(waiting);
    }

    @Test
    void handOutNothingThatAThreadHasBegun() throws Exception {
        takenElsewhere();
        time.advance(PATIENCE.multipliedBy(2));

        assertThat(flights.overdue("chat", PATIENCE)).isNull();
    }

    @Test
    void countAnewFromATimeTheClockWasPutBackTo() {
        Flights.Turn waiting = begin();
        time.advance(Duration.ofDays(-1));
        assertThat(flights.overdue("chat", PATIENCE)).isNull();

        time.advance(PATIENCE);

        assertThat(flights.overdue("chat", PATIENCE)).isSameAs(waiting);
    }

    @Test
    void letNoThreadBeginWhatIsForgotten() {
        Flights.Turn forgotten = begin();

        flights.forget("chat");

        assertThat(forgotten.take()).isFalse();
    }

    @Test
    void letNoThreadWaitForItself() {
        Flights.Turn own = Objects.requireNonNull(flights.await("chat", Duration.ofMinutes(4)));

        assertThat(flights.await("chat", Duration.ofMinutes(4))).isNull();

        assertThat(own.hasEnded()).isFalse();
        assertThat(flights.await("another chat", Duration.ofMinutes(4))).isNotNull();
    }

    @Test
    void freeWhoeverWaitsForWhatIsForgottenAndLeaveTheNextRunAlone() {
        Flights.Turn forgotten = begin();

        flights.forget("chat");
        flights.forget("a chat that nothing runs for");

        assertThat(forgotten.hasEnded()).isTrue();
        Flights.Turn next = begin();
        flights.end("chat", forgotten);
        assertThat(flights.isRunning("chat")).isTrue();
        assertThat(next.hasEnded()).isFalse();
    }
}
