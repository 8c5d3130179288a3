package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.RecordDiff.Placed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Differences between the states of two records. */
class RecordDiffTest {
    private static StateItem item(String text, long... sources) {
        List<Long> all = java.util.Arrays.stream(sources).boxed().toList();
        return new StateItem(text, StateItem.Kind.FACT, all, StateItem.Origin.USER, StateItem.Writer.MODEL);
    }

    private static CompressionRecord record(StateItem... facts) {
        return CompressionRecord.none("session")
                .resized(new StateDocument(Map.of("logos", List.of(facts))), Instant.EPOCH);
    }

    private static RecordDiff diff(CompressionRecord from, CompressionRecord to) {
        return RecordDiff.between(from, to, String::length);
    }

    @Test
    void sameStatesDifferInNothing() {
        CompressionRecord record = record(item("The code is 4711.", 1));
        RecordDiff diff = diff(record, record);
        assertThat(diff.added()).isEmpty();
        assertThat(diff.gone()).isEmpty();
        assertThat(diff.changed()).isEmpty();
        assertThat(diff.factsKept()).isEqualTo(diff.facts()).isPositive();
        assertThat(diff.tokensBefore()).isEqualTo(diff.tokensAfter()).isEqualTo(17);
    }

    @Test
    void itemsAreAddedGoneAndChanged() {
        RecordDiff diff = diff(
                record(item("The code is 4711.", 1), item("The shed is green.", 2), item("It costs 58 euros.", 3)),
                record(
                        item("The locker's code is 4711.", 1),
                        item("The shed is green.", 2),
                        item("A bed of 12 tulips.", 9)));

        assertThat(diff.added())
                .extracting(Placed::item)
                .extracting(StateItem::text)
                .containsExactly("A bed of 12 tulips.");
        assertThat(diff.gone())
                .extracting(Placed::item)
                .extracting(StateItem::text)
                .containsExactly("It costs 58 euros.");
        assertThat(diff.changed()).singleElement().satisfies(change -> {
            assertThat(change.before().item().text()).isEqualTo("The code is 4711.");
            assertThat(change.after().item().text()).isEqualTo("The locker's code is 4711.");
            assertThat(change.after().field()).isEqualTo("logos");
        });
        assertThat(diff.facts()).isEqualTo(2);
        assertThat(diff.factsKept()).isEqualTo(1);
    }
}
