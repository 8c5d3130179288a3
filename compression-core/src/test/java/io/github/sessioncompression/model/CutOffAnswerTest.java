package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import org.junit.jupiter.api.Test;

/** Answers of a model that thinks up to its output limit before it writes. */
class CutOffAnswerTest {
    private final CompilerFixture fixture = new CompilerFixture();

    @Test
    void secondTryHasMoreRoomForOutput() {
        fixture.model.answers("", FinishReason.LENGTH).answers(CompilerFixture.GOOD);

        Compilation compilation = fixture.compile();

        assertThat(compilation).isNotInstanceOf(Rejected.class);
        assertThat(fixture.model.requests()).hasSize(2);
        assertThat(fixture.model.requests().get(1).maxOutputTokens())
                .isGreaterThan(2 * fixture.model.requests().get(0).maxOutputTokens());
    }

    @Test
    void limitSetByApplicationIsAskedOnce() {
        fixture.options = ModelOptions.defaults().withMaxOutputTokens(2_000);
        fixture.model.answers("", FinishReason.LENGTH).answers(CompilerFixture.GOOD);

        assertThat(fixture.compile()).isInstanceOfSatisfying(Rejected.class, rejected -> assertThat(rejected.reason())
                .isEqualTo(Reason.CUT_OFF));
        assertThat(fixture.model.requests()).hasSize(1);
    }
}
