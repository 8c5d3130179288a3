package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.GOOD;
import static io.github.sessioncompression.model.CompilerFixture.SECRET;
import static io.github.sessioncompression.model.CompilerFixture.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Time limits, retries and interruption. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CallingTest {
    private final CompilerFixture fixture = new CompilerFixture();

    @Test
    void triesAgainAfterDoublingPauses() {
        fixture.model
                .fails(new IOException(SECRET))
                .fails(new IllegalStateException(SECRET))
                .answers(GOOD);

        assertThat(fixture.compile()).isInstanceOfSatisfying(Compiled.class, compiled -> assertThat(compiled.calls())
                .isEqualTo(3));
        assertThat(fixture.time.pauses()).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void givesUpAfterTheLastRetryAndNamesOnlyTheClasses() {
        fixture.options = fixture.options.withRetries(1);
        for (int i = 0; i < 2; i++) {
            fixture.model.fails(new IllegalStateException(SECRET, new IOException(SECRET)));
        }

        Compilation outcome = fixture.compile();
        rejected(outcome, Reason.MODEL_FAILED, 2);
        assertThat(((Rejected) outcome).detail())
                .isEqualTo("the model threw java.lang.IllegalStateException, caused by java.io.IOException");
        assertThat(fixture.model.requests()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 422})
    void doesNotRetryLastingRefusal(int status) {
        fixture.model.fails(new IllegalStateException("call failed", new IOException(status + " - {}")));

        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
        assertThat(fixture.time.pauses()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 503, 529})
    void retriesPassingFailure(int status) {
        fixture.model.fails(new IOException(status + " - {}")).answers(GOOD);

        assertThat(fixture.compile()).isInstanceOf(Compiled.class);
    }

    @Test
    void usesFailureReportedByModel() {
        StructuredModel refusing = new StructuredModel() {
            @Override
            public ModelAnswer answer(ModelRequest request) throws Exception {
                return fixture.model.answer(request);
            }

            @Override
            public ProviderFailure failure(Throwable thrown) {
                return new ProviderFailure(401, "no such key");
            }
        };
        fixture.model.fails(new IOException("down"));
        ModelStateCompiler compiler = fixture.compiler(refusing);

        Compilation outcome = compiler.compile(CompilerFixture.request(CompilerFixture.span(), null), null);

        rejected(outcome, Reason.MODEL_FAILED, 1);
        assertThat(((Rejected) outcome).detail())
                .isEqualTo("the model threw java.io.IOException (status 401: no such key)");
    }

    @Test
    @SuppressWarnings("NullAway") // an adapter that breaks the port's promise
    void survivesModelFailingToReadItsFailure() {
        fixture.options = fixture.options.withRetries(0);
        StructuredModel odd = new StructuredModel() {
            @Override
            public ModelAnswer answer(ModelRequest request) throws Exception {
                throw new IOException(SECRET);
            }

            @Override
            public ProviderFailure failure(Throwable thrown) {
                throw new UnsupportedOperationException(SECRET);
            }
        };
        ModelStateCompiler compiler = fixture.compiler(odd);

        rejected(compiler.compile(CompilerFixture.request(CompilerFixture.span(), null), null), Reason.MODEL_FAILED, 1);
    }

    static Stream<Error> errors() {
        return Stream.of(new NoClassDefFoundError(SECRET), new StackOverflowError(), new OutOfMemoryError("planted"));
    }

    @ParameterizedTest
    @MethodSource("errors")
    void doesNotRetryAnError(Error error) {
        fixture.model.fails(error);

        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
    }

    @Test
    @SuppressWarnings("NullAway") // an adapter that breaks the port's promise
    void takesNullForAFailure() {
        fixture.options = fixture.options.withRetries(0);
        fixture.model.does(request -> null);

        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
    }

    @Test
    void abandonsCallAfterTimeout() throws InterruptedException {
        fixture.options = fixture.options.withRetries(0);
        fixture.model.blocks(GOOD);

        rejected(fixture.compile(), Reason.TIMED_OUT, 1);
        fixture.model.awaitInterrupted();
    }

    @Test
    void discardsALateAnswer() throws InterruptedException {
        fixture.options = fixture.options.withRetries(0);
        fixture.model
                .blocksStubbornly(CompilerFixture.answer("the first answer"))
                .answers(CompilerFixture.answer("the second answer"));

        rejected(fixture.compile(), Reason.TIMED_OUT, 1);
        fixture.model.awaitInterrupted();
        fixture.model.release();

        assertThat(fixture.compile()).isInstanceOfSatisfying(Compiled.class, compiled -> assertThat(
                        compiled.state().texts("logos"))
                .containsExactly("the second answer"));
    }

    @Test
    void triesAgainAfterATimeOut() {
        fixture.model.blocks(GOOD).answers(GOOD);

        assertThat(fixture.compile()).isInstanceOf(Compiled.class);
    }

    @Test
    void neverTakesLongerThanTheDeadline() {
        fixture.options = fixture.options
                .withTimeout(Duration.ofSeconds(60))
                .withRetries(10)
                .withBreakerThreshold(100);
        for (int i = 0; i < 10; i++) {
            fixture.model.blocks(GOOD);
        }
        Instant start = fixture.time.instant();

        rejected(fixture.compile(), Reason.TIMED_OUT, 3);
        assertThat(Duration.between(start, fixture.time.instant())).isLessThanOrEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void doesNotPauseBeyondTheDeadline() {
        fixture.options = fixture.options.withTimeout(Duration.ofSeconds(2)).withBackoff(Duration.ofSeconds(6));
        fixture.model.fails(new IOException());

        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
        assertThat(fixture.time.pauses()).isEmpty();
    }

    @Test
    void doesNotBlameTheModelForAFullExecutor() {
        fixture.options = fixture.options.withBreakerThreshold(1);
        Executor full = task -> {
            throw new RejectedExecutionException(SECRET);
        };
        ModelStateCompiler compiler = fixture.compiler(fixture.model, full, fixture.time);

        for (int i = 0; i < 3; i++) {
            rejected(
                    compiler.compile(CompilerFixture.request(CompilerFixture.span(), null), null), Reason.NO_THREAD, 0);
        }
    }

    @Test
    void doesNotStartForAnInterruptedThread() {
        fixture.model.answers(GOOD);

        Thread.currentThread().interrupt();
        Compilation outcome = fixture.compile();

        assertThat(Thread.interrupted()).isTrue();
        rejected(outcome, Reason.INTERRUPTED, 0);
        assertThat(fixture.model.requests()).isEmpty();
    }

    @Test
    void stopsTheCallWhenTheWaitingThreadIsInterrupted() throws Exception {
        ScriptedModel model = new ScriptedModel().blocks(GOOD);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            ModelStateCompiler compiler = fixture.compiler(model, pool, Sleeper.realTime());
            Future<Compilation> running = pool.submit(() -> {
                Thread self = Thread.currentThread();
                Thread interrupter = new Thread(() -> {
                    try {
                        model.awaitBlocked();
                    } catch (InterruptedException stop) {
                        throw new IllegalStateException(stop);
                    }
                    self.interrupt();
                });
                interrupter.start();
                Compilation outcome = compiler.compile(CompilerFixture.request(CompilerFixture.span(), null), null);
                assertThat(Thread.interrupted()).isTrue();
                return outcome;
            });

            rejected(running.get(), Reason.INTERRUPTED, 1);
            model.awaitInterrupted();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void compilesForManyThreadsAtOnce() throws Exception {
        ScriptedModel model = new ScriptedModel().otherwise(request -> ModelAnswer.of(GOOD));
        ExecutorService callers = Executors.newFixedThreadPool(4);
        ExecutorService calls = Executors.newFixedThreadPool(4);
        try {
            ModelStateCompiler compiler = fixture.compiler(model, calls, Sleeper.realTime());
            List<Future<Compilation>> running = IntStream.range(0, 32)
                    .mapToObj(i -> callers.submit(
                            () -> compiler.compile(CompilerFixture.request(CompilerFixture.span(), null), null)))
                    .toList();
            for (Future<Compilation> one : running) {
                assertThat(one.get()).isInstanceOf(Compiled.class);
            }
        } finally {
            callers.shutdownNow();
            calls.shutdownNow();
        }
    }
}
