package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.GOOD;
import static io.github.sessioncompression.model.CompilerFixture.SECRET;
import static io.github.sessioncompression.model.CompilerFixture.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.model.Compilation.Reason;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a model that fails again and again is left alone, and when it is asked again. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CircuitBreakerTest {
    private final CompilerFixture fixture = new CompilerFixture();

    @Test
    void uselessAnswersOpenBreaker() {
        fixture.options = fixture.options.withBreakerThreshold(2);
        String larger = CompilerFixture.answer(CompilerFixture.facts(2_000));
        fixture.model.answers("no").answers("no").answers(larger).answers(larger);

        rejected(fixture.compile(), Reason.MALFORMED, 2);
        rejected(fixture.compile(), Reason.LARGER_THAN_INPUT, 2);
        rejected(fixture.compile(), Reason.COOLING_DOWN, 0);
    }

    @Test
    void oversizedStateDoesNotOpenBreaker() {
        fixture.options = fixture.options.withBreakerThreshold(1);
        String large = CompilerFixture.answer(CompilerFixture.facts(340));
        fixture.model.answers(large).answers("no").answers(GOOD);

        assertThat(fixture.compile()).isInstanceOf(Compilation.Compiled.class);
        assertThat(fixture.compile()).isInstanceOf(Compiled.class);
    }

    @Test
    void logsOpeningAndClosingOfBreakerOnce() {
        Duration cooldown = Breaker.COOL_DOWN;
        fixture.options = fixture.options.withBreakerThreshold(2).withRetries(0);
        for (int i = 0; i < 2; i++) {
            fixture.model.fails(new IllegalStateException(SECRET, new IOException("401 - {\"message\": \"no key\"}")));
        }
        fixture.model.fails(new IOException("the trial call")).answers(GOOD);

        List<String> told = LogLines.of(Breaker.class, () -> {
            for (int i = 0; i < 5; i++) {
                fixture.compile();
            }
            fixture.time.advance(cooldown.plusSeconds(1));
            rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
            rejected(fixture.compile(), Reason.COOLING_DOWN, 0);
            fixture.time.advance(cooldown.plusSeconds(1));
            assertThat(fixture.compile()).isInstanceOf(Compiled.class);
        });

        assertThat(told)
                .containsExactly(
                        "WARN The compression model keeps failing and is left alone for PT1M at a time; states are written"
                                + " without it where the policy says so. The last failure: the model threw"
                                + " java.lang.IllegalStateException, caused by java.io.IOException (status 401: no key).",
                        "INFO The compression model works again.");
    }

    @Test
    void openBreakerSkipsModelUntilCooldownEnds() {
        fixture.options = fixture.options.withRetries(0).withBreakerThreshold(2);
        fixture.model
                .fails(new IOException())
                .fails(new IOException())
                .answers(GOOD)
                .answers(GOOD);

        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
        rejected(fixture.compile(), Reason.COOLING_DOWN, 0);
        fixture.time.advance(Duration.ofSeconds(59));
        rejected(fixture.compile(), Reason.COOLING_DOWN, 0);
        fixture.time.advance(Duration.ofSeconds(2));
        assertThat(fixture.compile()).isInstanceOf(Compiled.class);
        assertThat(fixture.compile()).isInstanceOf(Compiled.class);
    }

    @Test
    void repairsTheTrialCallToo() {
        fixture.options = fixture.options.withRetries(0).withBreakerThreshold(1);
        fixture.model.fails(new IOException()).answers("no").answers(GOOD);

        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
        fixture.time.advance(Duration.ofSeconds(61));
        assertThat(fixture.compile()).isInstanceOf(Compiled.class);
    }

    @Test
    void forgetsFailuresOnceACallWorks() {
        fixture.options = fixture.options.withRetries(0).withBreakerThreshold(2);
        fixture.model
                .fails(new IOException())
                .answers(GOOD)
                .fails(new IOException())
                .answers(GOOD);

        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
        assertThat(fixture.compile()).isInstanceOf(Compiled.class);
        rejected(fixture.compile(), Reason.MODEL_FAILED, 1);
        assertThat(fixture.compile()).isInstanceOf(Compiled.class);
    }
}
