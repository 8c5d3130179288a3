package io.github.sessioncompression.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.state.StateItem;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnchorTest {
    private static Anchor anchor(Long... sources) {
        LocalDate day = LocalDate.of(2025, 3, 9);
        return new Anchor(AnchorType.DECISION, "Ann", day, "We rent it.", List.of(sources), StateItem.Origin.USER);
    }

    @Test
    void isQuotedUnderSpeakerAndDay() {
        StateItem item = anchor(3L, 4L).item();

        assertThat(item.text()).isEqualTo("Ann, 9 Mar 2025: We rent it.");
        assertThat(item.kind()).isEqualTo(StateItem.Kind.DECISION);
        assertThat(item.sources()).containsExactly(3L, 4L);
        assertThat(item.origin()).isEqualTo(StateItem.Origin.USER);
        assertThat(item.writer()).isEqualTo(StateItem.Writer.RULES);
    }

    @Test
    void hasNumberOfItsFirstMessage() {
        assertThat(anchor(3L, 4L).source()).isEqualTo(3);
        assertThat(anchor().source()).isZero();
    }

    @Test
    void everyStatementIsWorthMoreThanEveryValue() {
        List<AnchorType> byWeight = Arrays.stream(AnchorType.values())
                .sorted(Comparator.comparingInt(AnchorType::weight).reversed())
                .toList();

        assertThat(byWeight.subList(0, 6)).noneMatch(AnchorType::isAtom).startsWith(AnchorType.CONSTRAINT);
        assertThat(byWeight.subList(6, byWeight.size())).allMatch(AnchorType::isAtom);
    }
}
