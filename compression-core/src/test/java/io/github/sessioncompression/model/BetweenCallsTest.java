package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.GOOD;
import static io.github.sessioncompression.model.CompilerFixture.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events between two model calls: pauses, interruptions and the deadline. */
class BetweenCallsTest {
    private final CompilerFixture fixture = new CompilerFixture();

    @AfterEach
    void leaveNoInterruptionBehind() {
        Thread.interrupted();
    }

    /** Compiles on this thread alone; {@code afterPause} runs at the end of each pause. */
    private Compilation compile(ModelOptions options, List<Message> span, Runnable afterPause) {
        Sleeper waiting = new Sleeper() {
            @Override
            public <T> T await(Future<T> call, Duration limit)
                    throws InterruptedException, ExecutionException, TimeoutException {
                return fixture.time.await(call, limit);
            }

            @Override
            public void pause(Duration length) throws InterruptedException {
                fixture.time.pause(length);
                afterPause.run();
            }
        };
        fixture.options = options;
        return fixture.compiler(fixture.model, Runnable::run, waiting)
                .compile(CompilerFixture.request(span, null), null);
    }

    @Test
    void anInterruptionDuringAPauseEndsTheCompressionAndStaysSet() {
        fixture.model
                .does(request -> {
                    Thread.currentThread().interrupt();
                    throw new IOException("down");
                })
                .answers(GOOD);

        Compilation outcome = compile(ModelOptions.defaults(), CompilerFixture.span(), () -> {});

        assertThat(Thread.interrupted()).isTrue();
        rejected(outcome, Reason.INTERRUPTED, 1);
    }

    @Test
    void interruptionAfterPauseOverridesEarlierFailure() {
        fixture.model.fails(new IOException("down")).answers(GOOD);

        Compilation outcome = compile(ModelOptions.defaults(), CompilerFixture.span(), () -> Thread.currentThread()
                .interrupt());

        assertThat(Thread.interrupted()).isTrue();
        rejected(outcome, Reason.INTERRUPTED, 1);
    }

    @Test
    void keepsEarlierFailureIfPauseUsesUpDeadline() {
        ModelOptions options = ModelOptions.defaults();
        fixture.model.fails(new IOException("down")).answers(GOOD);

        Compilation outcome = compile(options, CompilerFixture.span(), () -> fixture.time.advance(options.deadline()));

        rejected(outcome, Reason.MODEL_FAILED, 1);
    }

    @Test
    void noFurtherStepIsTakenOnceTheTimeIsUp() {
        ModelOptions options = ModelOptions.defaults().withContextWindow(6_000);
        fixture.model
                .does(request -> {
                    fixture.time.advance(options.deadline());
                    return ModelAnswer.of(GOOD);
                })
                .answers(GOOD);
        List<Message> twoSteps = List.of(
                Message.user("clay ".repeat(1_000)),
                Message.assistant("loam ".repeat(1_000)),
                Message.user("sand ".repeat(1_000)),
                Message.assistant("peat ".repeat(1_000)));

        Compilation outcome = compile(options, twoSteps, () -> {});

        rejected(outcome, Reason.TIMED_OUT, 1);
        assertThat(((Rejected) outcome).detail()).isEqualTo("no time is left for a call");
    }
}
