package io.github.sessioncompression.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.TokenBreakdown;
import io.github.sessioncompression.state.StateShares;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionEventTest {

    @Test
    void carriesIdsAndNumbersOnly() {
        Set<Class<?>> harmless = Set.of(
                int.class,
                long.class,
                double.class,
                Instant.class,
                Duration.class,
                TokenBreakdown.class,
                StateShares.class);

        for (Class<?> event : CompressionEvent.class.getPermittedSubclasses()) {
            assertThat(Stream.of(event.getRecordComponents()))
                    .as(event.getSimpleName())
                    .filteredOn(part -> !part.getType().isEnum() && !harmless.contains(part.getType()))
                    .extracting(RecordComponent::getName)
                    .isSubsetOf("conversationId", "failure");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "timed out", "The user said: no", "TIMED\nOUT", "Timeout"})
    void takesNoTextForAFailureKind(String failure) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StageFailed(
                        "c", Events.NOON, Stage.COMPRESS, Reason.MANUAL, failure, Recovery.KEPT, 1, 1, Duration.ZERO))
                .withMessage("failure must be 1 to 64 of A-Z, 0-9 and _, but is not");
    }

    @Test
    void savesNothingIfContextGrew() {
        assertThat(Events.finished(Stage.COMPRESS, 40, 45, 1).savedTokens()).isZero();
        assertThat(Events.finished(Stage.COMPRESS, 90, 40, 1).savedTokens()).isEqualTo(50);
    }

    @Test
    void sumsTokenBreakdown() {
        assertThat(new TokenBreakdown(1, 20, 300, 4_000).total()).isEqualTo(4_321);
    }
}
