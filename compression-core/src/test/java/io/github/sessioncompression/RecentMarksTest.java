package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecentMarksTest {
    private final RecentMarks marks = new RecentMarks(20);

    @Test
    void holdsEachOnceUntilItIsTakenOut() {
        marks.add(7);
        marks.add(7);
        marks.add(-1);

        assertThat(marks.size()).isEqualTo(2);
        assertThat(marks.removeAny(List.of(3L, 7L))).isTrue();
        assertThat(marks.removeAny(List.of(7L))).isFalse();
        assertThat(marks.removeAny(List.of(-1L))).isTrue();
        assertThat(marks.isEmpty()).isTrue();
    }

    @Test
    void forgetsTheOldestBeyondItsSize() {
        for (long mark = 0; mark < 1_000; mark++) {
            marks.add(mark);
            assertThat(marks.size()).isLessThanOrEqualTo(20);
        }

        assertThat(marks.removeAny(List.of(5L))).isFalse();
        assertThat(marks.removeAny(List.of(990L))).isTrue();
        assertThat(marks.removeAny(List.of(999L))).isTrue();
    }
}
