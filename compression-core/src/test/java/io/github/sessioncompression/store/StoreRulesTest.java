package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Argument checks common to all stores. */
class StoreRulesTest {
    private static Entry entry(long sequence) {
        return new Entry(sequence, Message.user("hello"), 1);
    }

    @Test
    void messagesAscendFromAboveTheLastOne() {
        assertThatCode(() -> StoreRules.requireAppend(4, "key", List.of(entry(5), entry(9))))
                .doesNotThrowAnyException();
        for (List<Entry> wrong : List.of(
                List.<Entry>of(), List.of(entry(4)), List.of(entry(5), entry(5)), List.of(entry(6), entry(5)))) {
            assertThatIllegalArgumentException().isThrownBy(() -> StoreRules.requireAppend(4, "key", wrong));
        }
    }

    @Test
    void somethingIsAskedFor() {
        assertThatCode(() -> StoreRules.requireLimit(1)).doesNotThrowAnyException();
        assertThatIllegalArgumentException().isThrownBy(() -> StoreRules.requireLimit(0));
        assertThatCode(() -> StoreRules.requirePositive(Duration.ofNanos(1))).doesNotThrowAnyException();
        assertThatIllegalArgumentException().isThrownBy(() -> StoreRules.requirePositive(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> StoreRules.requirePositive(Duration.ofNanos(-1)));
    }

    @Test
    void noNumberOfARecordIsBelowNothing() {
        CompressionRecord none = CompressionRecord.none("session");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionRecord.none("session", -1))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> none.pruned(Pruned.through(-1), Instant.EPOCH));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> none.replaced(-1, List.of(), List.of(), StateDocument.EMPTY, Instant.EPOCH));
    }

    @Test
    void aSegmentsNumberIsOfItsCommitAndItsPlaceInIt() {
        assertThat(SegmentState.id(1, 0)).isLessThan(SegmentState.id(1, 1));
        assertThat(SegmentState.id(1, SegmentState.MAX_IN_ONE_COMMIT - 1)).isLessThan(SegmentState.id(2, 0));
        for (int[] wrong : new int[][] {{0, 0}, {1, -1}, {1, SegmentState.MAX_IN_ONE_COMMIT}}) {
            assertThatIllegalArgumentException().isThrownBy(() -> SegmentState.id(wrong[0], wrong[1]));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentState(0, 1, StateDocument.EMPTY, Instant.EPOCH));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentState(1, -1, StateDocument.EMPTY, Instant.EPOCH));
        assertThat(new SegmentState(1, 0, StateDocument.EMPTY, Instant.EPOCH).id())
                .isOne();
    }
}
