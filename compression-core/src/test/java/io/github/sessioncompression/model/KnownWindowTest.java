package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Window learned from refusals of requests that were too long. */
class KnownWindowTest {
    private static final int THOUGHT = 60_000;

    private final ModelCalls calls = calls(THOUGHT);

    private static ModelCalls calls(int window) {
        ModelOptions options = ModelOptions.defaults().withContextWindow(window);
        return new ModelCalls(request -> ModelAnswer.of(""), options, Runnable::run, Sleeper.realTime());
    }

    private static ContextLengthExceeded refusal(int limit, int requested) {
        return new ContextLengthExceeded(
                limit == 0 ? OptionalInt.empty() : OptionalInt.of(limit),
                requested == 0 ? OptionalInt.empty() : OptionalInt.of(requested));
    }

    private static List<String> lines(Runnable action) {
        return LogLines.of(ModelCalls.class, action);
    }

    @Test
    void isAsMuchSmallerAsTheModelCountsMoreThanWe() {
        assertThat(calls.learns(refusal(9_000, 40_000), THOUGHT, 20_000)).isTrue();
        assertThat(calls.window()).isEqualTo(4_500);
    }

    @Test
    void takesReportedLimitDespiteLowerOwnCount() {
        calls.learns(refusal(9_000, 10_000), THOUGHT, 20_000);
        assertThat(calls.window()).isEqualTo(9_000);
    }

    @Test
    void doesNotShrinkBelowMinimum() {
        ModelCalls least = calls(ModelOptions.MIN_WINDOW);

        assertThat(lines(() -> assertThat(least.learns(refusal(500, 0), ModelOptions.MIN_WINDOW, 800))
                        .isFalse()))
                .isEmpty();
        assertThat(least.window()).isEqualTo(ModelOptions.MIN_WINDOW);
        assertThat(calls.learns(refusal(10, 0), THOUGHT, 20_000)).isTrue();
        assertThat(calls.window()).isEqualTo(ModelOptions.MIN_WINDOW);
    }

    @Test
    void neverGrowsAndIsToldOnceHoweverManyRequestsWereUnderWay() {
        assertThat(lines(() -> calls.learns(refusal(9_000, 0), THOUGHT, 20_000)))
                .hasSize(1)
                .allSatisfy(line -> assertThat(line).startsWith("WARN ").contains("60000", "9000"));

        assertThat(lines(() -> {
                    assertThat(calls.learns(refusal(9_000, 0), THOUGHT, 20_000)).isTrue();
                    assertThat(calls.learns(refusal(30_000, 0), THOUGHT, 40_000))
                            .isTrue();
                }))
                .isEmpty();
        assertThat(calls.window()).isEqualTo(9_000);
    }
}
