package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateItem.Kind;
import io.github.sessioncompression.state.StateItem.Origin;
import io.github.sessioncompression.state.StateItem.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StateItemTest {
    private static StateItem item(String text, Long... sources) {
        return new StateItem(text, Kind.FACT, List.of(sources), Origin.USER, Writer.MODEL);
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    void namesItsSourcesOnceInOrder() {
        assertThat(item("a", 9L, 3L, 9L).sources()).containsExactly(3L, 9L);
    }

    @Test
    void namesTheOldestAndTheNewestOfManySources() {
        List<Long> named = new StateItem("a", Kind.FACT, range(1, 100), Origin.USER, Writer.RULES).sources();

        assertThat(named).hasSize(StateItem.MAX_SOURCES).startsWith(1L, 2L, 3L).endsWith(99L, 100L);
        assertThat(named).containsAll(range(1, 16)).containsAll(range(85, 100));
        assertThat(StateItem.capped(range(1, 32))).isEqualTo(range(1, 32));
    }

    @Test
    void capsPartsFirstToTheSameEffect() {
        List<Long> parts = new ArrayList<>(StateItem.capped(range(1, 50)));
        parts.addAll(StateItem.capped(range(40, 120)));

        assertThat(StateItem.capped(parts)).isEqualTo(StateItem.capped(range(1, 120)));
    }

    @Test
    void refusesBlankTextsAndImpossibleSources() {
        assertThatIllegalArgumentException().isThrownBy(() -> item(" ")).withMessage("text must not be blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> item("a", 0L))
                .withMessage("a source must be 1 or more, but was 0");
    }

    @Test
    void joinMergesTextAndMetadata() {
        StateItem tool = new StateItem("b", Kind.FACT, List.of(2L, 5L), Origin.TOOL, Writer.MODEL);

        StateItem both = StateItem.joined(" ", List.of(item("a", 7L, 2L), tool));

        assertThat(both)
                .isEqualTo(new StateItem(
                        "a b",
                        Kind.FACT,
                        List.of(2L, 5L, 7L),
                        Origin.UNKNOWN,
                        Writer.MODEL,
                        List.of(List.of(2L, 7L), List.of(2L, 5L)),
                        List.of()));
        assertThat(StateItem.joined(" ", List.of(tool))).isSameAs(tool);
    }

    @Test
    void keepsSeparateNotesOnlyIfFewAndSeveral() {
        assertThat(worth(List.of(List.of(1L))).notes()).isEmpty();
        assertThat(worth(Collections.nCopies(StateItem.MAX_NOTES + 1, List.of(1L)))
                        .notes())
                .isEmpty();
    }

    private static StateItem worth(List<List<Long>> notes, Integer... worths) {
        return new StateItem("a", Kind.FACT, List.of(1L), Origin.USER, Writer.RULES, notes, List.of(worths));
    }

    @Test
    void keepsWorthsOnlyIfOnePerNote() {
        List<List<Long>> two = List.of(List.of(1L), List.of(2L));

        assertThat(worth(List.of(), 120).worths()).containsExactly(120);
        assertThat(worth(two, 120, 0).worths()).containsExactly(120, 0);
        assertThat(worth(two, -5, Integer.MAX_VALUE).worths()).containsExactly(0, StateItem.MAX_WORTH);
        assertThat(worth(two, 120).worths()).isEmpty();
        assertThat(worth(two, 0, 0).worths()).isEmpty();
        assertThat(worth(List.of(), 120, 130).worths()).isEmpty();
        assertThat(StateItem.joined("; ", List.of(worth(two, 120, 90), item("b", 7L), worth(List.of(), 80)))
                        .worths())
                .containsExactly(120, 90, 0, 80);
    }

    @Test
    void mapsRoleToOrigin() {
        assertThat(Role.values())
                .extracting(Origin::of)
                .containsExactly(Origin.UNKNOWN, Origin.USER, Origin.ASSISTANT, Origin.TOOL);
        assertThat(Origin.USER.and(Origin.USER)).isEqualTo(Origin.USER);
        assertThat(Origin.USER.and(Origin.TOOL)).isEqualTo(Origin.UNKNOWN);
    }
}
