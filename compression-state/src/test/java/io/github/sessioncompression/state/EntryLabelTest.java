package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EntryLabelTest {
    private static final LocalDate DAY = LocalDate.of(2025, 3, 10);

    @Test
    void writesDayAndYearOnlyIfTheyChange() {
        assertThat(new EntryLabel("User", DAY, "Hi.").write()).isEqualTo("User, 10 Mar 2025: Hi.");
        assertThat(new EntryLabel("User", DAY, "Hi.").write(DAY)).isEqualTo("User: Hi.");
        assertThat(new EntryLabel("User", DAY.plusDays(1), "Hi.").write(DAY)).isEqualTo("User, 11 Mar: Hi.");
        assertThat(new EntryLabel("User", DAY.plusYears(1), "Hi.").write(DAY)).isEqualTo("User, 10 Mar 2026: Hi.");
    }

    @Test
    void readsItsOwnOutput() {
        for (LocalDate before : List.of(DAY, DAY.plusDays(1), DAY.minusYears(2))) {
            EntryLabel label = new EntryLabel("Ann Lee", DAY, "Meet at 9: sharp.");

            assertThat(EntryLabel.read(label.write(before), before)).isEqualTo(label);
        }
        assertThat(EntryLabel.read("no label here").speaker()).isEmpty();
        assertThat(EntryLabel.read("User, 31 Feb 2025: no day").date()).isNull();
    }

    @Test
    void labelsSpeakersWithoutMarks() {
        assertThat(EntryLabel.speaker(Message.user("x"))).isEqualTo("User");
        assertThat(EntryLabel.speaker(Message.user("x").withName("Ann: \n\"Lee\"")))
                .isEqualTo("Ann Lee");
        assertThat(EntryLabel.day(Instant.MAX)).isNull();
    }

    @Test
    void keepsDayOfEntryBehindAnErasedOne() {
        StateDocument state = new StateDocument(Map.of(
                "logos",
                List.of(
                        quote("User, 10 Mar 2025: One.", 1),
                        quote("User: Two.", 2),
                        quote("User, 11 Mar: Three.", 3))));

        assertThat(state.without(List.of(1L)).texts("logos"))
                .containsExactly("User, 10 Mar 2025: Two.", "User, 11 Mar: Three.");
        assertThat(state.without(List.of(1L, 2L)).texts("logos")).containsExactly("User, 11 Mar 2025: Three.");
        assertThat(state.without(List.of(3L)).texts("logos")).containsExactly("User, 10 Mar 2025: One.", "User: Two.");
    }

    private static StateItem quote(String text, long source) {
        return new StateItem(text, StateItem.Kind.FACT, List.of(source), StateItem.Origin.USER, StateItem.Writer.RULES);
    }
}
