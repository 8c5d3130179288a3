package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroundingTest {
    private static final Instant FRIDAY = Instant.parse("2025-03-14T10:00:00Z");

    private static Grounding.Grounded grounded(String told, String... said) {
        List<Entry> span = new ArrayList<>();
        for (String text : said) {
            span.add(new Entry(span.size() + 1, Message.user(text).withTimestamp(FRIDAY), 10));
        }
        StateDocument state = StateDocument.ofTexts(Map.of("logos", List.of(told)));
        return Grounding.of(state, new CompileRequest(StateSchema.session(), span, null, null, 1_000), null);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "The rent is 950 EUR. | The rent is €950 from May.",
                "Meeting on 7 March 2025. | We met last Friday.",
                "Started in February 2025. | I started last month.",
                "Release 3.9.1 is live at 15:00. | Release v3.9.1 goes live at 3 pm.",
                "Renewal 18 March, 01:00. | {\"window\":\"2025-03-18T01:00:00Z/2025-03-18T01:30:00Z\"}",
                "Two kayaks were rented. | I rented 2 kayaks.",
                "The sweeper is in /repos/shop/src/main/Sweeper.java. | Open main/Sweeper.java, please.",
                "It is in src/main/Sweeper.java. | Open /repos/shop/src/main/Sweeper.java, please.",
                "The user likes tea very much. | I drink tea."
            })
    void keepsSentencesWithGivenValues(String told, String said) {
        Grounding.Grounded grounded = grounded(told, said);

        assertThat(grounded.state().texts("logos")).containsExactly(told);
        assertThat(grounded.invented()).isZero();
    }

    @Test
    void takesOutSentenceWithUnknownValue() {
        Grounding.Grounded grounded = grounded("The rent is 950 EUR. The deposit is 2850 EUR.", "The rent is 950 EUR.");

        assertThat(grounded.state().texts("logos")).containsExactly("The rent is 950 EUR.");
        assertThat(grounded.invented()).isEqualTo(1);
    }

    @Test
    void takesOutPathWithUnknownTail() {
        assertThat(grounded("It is in /repos/shop/src/main/Broom.java.", "Open /repos/shop/src/main/Sweeper.java.")
                        .invented())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[constraint] A hard constraint was recorded: never publish packages without the signature of 9 May.",
                "[constraint] Never publish on 9 May.",
                "- Never publish on 9 May.",
                "(Decision) Publish on 9 May!",
                "**Rule:** never publish without the signature of 9 May",
                "1. Publish on 9 May.",
                "\"Publish on 9 May.\""
            })
    void leavesNoResidueOfEntry(String told) {
        assertThat(grounded(told, "Never publish packages without a signature.")
                        .state()
                        .texts("logos"))
                .isEmpty();
    }

    @Test
    void takesOutEntryOfNothingElse() {
        Grounding.Grounded grounded = grounded("Order BW-48231 was refunded.", "Please refund my order.");

        assertThat(grounded.state().isEmpty()).isTrue();
    }
}
