package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ValueMarksTest {
    @Test
    void theSameValueHasTheSameMarkHoweverItIsWritten() {
        assertThat(ValueMarks.in("Bring 21,250 roses")).hasSize(1).isEqualTo(ValueMarks.in("Bring 21250 roses"));
        assertThat(ValueMarks.in("Ticket KX-40417-Q")).isEqualTo(ValueMarks.in("the one (KX-40417-Q), please"));
        assertThat(ValueMarks.in("Ticket KX-40417-Q")).isNotEqualTo(ValueMarks.in("Ticket KX-40418-Q"));
    }

    @Test
    void whatIsSaidAgainByChanceIsNoValue() {
        assertThat(ValueMarks.in("I have 3 cats and 24 roses.")).isEmpty();
        assertThat(ValueMarks.in("I have 241 roses.")).hasSize(1);
    }

    @Test
    void missingAreThoseThatNoOtherTextHasInAnySpelling() {
        assertThat(MissingValues.of(
                        List.of("Order 4711 of 9 March costs 1,250 for KX-40417-Q"),
                        List.of("It is about order 4711", "1250 it was, on 9 March")))
                .isEqualTo(ValueMarks.in("KX-40417-Q"));
    }

    @Test
    void missingOnesAreFoundAPartAtATime() {
        MissingValues missing = new MissingValues(
                List.of("Ticket KX-40417-Q", "Ticket KX-40418-Q", "Ticket KX-40419-Q"), List.of("KX-40418-Q", "so"));

        assertThat(missing.read(1)).isEmpty();
        assertThat(missing.read(1)).isEmpty();
        assertThat(missing.read(1)).isEqualTo(ValueMarks.in("KX-40417-Q"));
        assertThat(missing.isDone()).isFalse();
        assertThat(missing.read(1_000)).isEqualTo(ValueMarks.in("KX-40419-Q"));
        assertThat(missing.isDone()).isTrue();
        assertThat(missing.read(1_000)).isEmpty();
    }

    @Test
    void ofALongTextTheHeadIsRead() {
        String padding = "so ".repeat(ValueMarks.READ_CHARS / 3);

        assertThat(ValueMarks.in("KX-40417-Q " + padding)).hasSize(1);
        assertThat(ValueMarks.in(padding + " KX-40417-Q")).isEmpty();
    }
}
