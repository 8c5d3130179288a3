package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FlightsTest {
    private final Flights flights = new Flights();

    @AfterEach
    void leaveNoInterruptionBehind() {
        Thread.interrupted();
    }

    private CountDownLatch begin() {
        return Objects.requireNonNull(flights.begin("chat"));
    }

    @Test
    void letOneRunAtATimeCompressAConversation() {
        CountDownLatch turn = begin();

        assertThat(flights.begin("chat")).isNull();
        assertThat(flights.begin("another chat")).isNotNull();
        assertThat(flights.isRunning("chat")).isTrue();

        flights.end("chat", turn);
        assertThat(flights.isRunning("chat")).isFalse();
        assertThat(turn.getCount()).isZero();
        assertThat(flights.begin("chat")).isNotNull();
    }

    @Test
    void giveTheTurnAtOnceWhereNothingRuns() {
        assertThat(flights.await("chat", Duration.ZERO)).isNotNull();
        assertThat(flights.isRunning("chat")).isTrue();
    }

    @Test
    void giveNoTurnToWhomeverWaitsInVain() {
        CountDownLatch turn = begin();

        assertThat(flights.await("chat", Duration.ofNanos(1))).isNull();

        assertThat(flights.isRunning("chat")).isTrue();
        assertThat(turn.getCount()).isEqualTo(1);
    }

    @Test
    void giveTheTurnToWhomeverWaitsForTheEnd() throws Exception {
        CountDownLatch turn = begin();
        Thread ending = new Thread(() -> flights.end("chat", turn));
        ending.start();

        assertThat(flights.await("chat", Duration.ofMinutes(4))).isNotNull().isNotSameAs(turn);
        ending.join();
    }

    @Test
    void giveNoTurnToAnInterruptedThreadThatHasToWait() {
        begin();
        Thread.currentThread().interrupt();

        assertThat(flights.await("chat", Duration.ofMinutes(4))).isNull();

        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void freeWhoeverWaitsForWhatIsForgottenAndLeaveTheNextRunAlone() {
        CountDownLatch forgotten = begin();

        flights.forget("chat");
        flights.forget("a chat that nothing runs for");

        assertThat(forgotten.getCount()).isZero();
        CountDownLatch next = begin();
        flights.end("chat", forgotten);
        assertThat(flights.isRunning("chat")).isTrue();
        assertThat(next.getCount()).isEqualTo(1);
    }
}
