package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.GOOD;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import io.github.sessioncompression.redaction.Redactor;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time limits, retries and interruption. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CallingTest {
    private static final String SECRET = "tango-whisper-77";

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

        rejected(fixture.compile(), Reason.MODEL_FAILED, 2);
        assertThat(fixture.model.requests()).hasSize(2);
    }

    @Test
    void namesThrownClasses() {
        fixture.options = fixture.options.withRetries(0);
        fixture.model.fails(new IllegalStateException(SECRET, new IOException(SECRET)));

        assertThat(((Rejected) fixture.compile()).detail())
                .isEqualTo("the model threw java.lang.IllegalStateException, caused by java.io.IOException");
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
        ModelStateCompiler compiler = new ModelStateCompiler(
                refusing,
                fixture.options,
                CompilerFixture.TOKENS,
                fixture.time,
                fixture.model.executor(),
                fixture.time,
                Redactor.secretsOnly(),
                null);

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
        ModelStateCompiler compiler = new ModelStateCompiler(
                odd,
                fixture.options,
                CompilerFixture.TOKENS,
                fixture.time,
                Runnable::run,
                fixture.time,
                Redactor.secretsOnly(),
                null);

        rejected(compiler.compile(CompilerFixture.request(CompilerFixture.span(), null), null), Reason.MODEL_FAILED, 1);
    }

    @Test
    void doesNotRetryAnError() {
        fixture.model.fails(new NoClassDefFoundError(SECRET));

        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
    }

    @Test
    void survivesAStackOverflowOfTheModel() {
        fixture.model.fails(new StackOverflowError());

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
        ModelStateCompiler compiler = new ModelStateCompiler(
                fixture.model,
                ModelOptions.defaults().withBreakerThreshold(1),
                CompilerFixture.TOKENS,
                fixture.time,
                task -> {
                    throw new RejectedExecutionException(SECRET);
                },
                fixture.time,
                Redactor.secretsOnly(),
                null);

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
            ModelStateCompiler compiler = new ModelStateCompiler(
                    model,
                    ModelOptions.defaults(),
                    CompilerFixture.TOKENS,
                    fixture.time,
                    pool,
                    Waiting.realTime(),
                    Redactor.secretsOnly(),
                    null);
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
            ModelStateCompiler compiler = new ModelStateCompiler(
                    model,
                    ModelOptions.defaults(),
                    CompilerFixture.TOKENS,
                    fixture.time,
                    calls,
                    Waiting.realTime(),
                    Redactor.secretsOnly(),
                    null);
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

    private static void rejected(Compilation outcome, Reason reason, int calls) {
        assertThat(outcome).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(reason);
            assertThat(rejected.calls()).isEqualTo(calls);
            assertThat(rejected.detail()).isNotBlank().doesNotContain(SECRET);
        });
    }
}
