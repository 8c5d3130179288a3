package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Extracts written where there is no model: their cap, their ledger and what they keep of the state before. */
class StateWriterExtractTest extends StateWriterFixture {
    private StateDocument offline(int cap, StateDocument previous, String... messages) {
        List<Entry> span = new ArrayList<>();
        for (String message : messages) {
            span.add(Contexts.entry(span.size() + 1, Message.user(message)));
        }
        CompressTask task = task(false, previous, cap, span);
        return written(writer(POLICY, null).write("chat", task, Contexts.run(Focus.none()), List.of()))
                .document();
    }

    @Test
    void extractSaysThatFactsAreMissing() {
        String[] messages = new String[120];
        for (int i = 0; i < messages.length; i++) {
            messages[i] =
                    "The parcel with the number QX-" + (4_100 + 7 * i) + "-B that the harbour master's younger brother "
                            + "weighed twice stands behind the third door of the old customs house.";
        }
        StateDocument state = offline(2_400, StateDocument.EMPTY, messages);

        assertThat(state.text(StateDocument.LEFT_OUT)).matches("At least \\d{1,3} facts are not shown\\.");
        assertThat(Contexts.RULES.stateTokens(state)).isLessThanOrEqualTo(2_400);
    }

    @Test
    void extractSaysAtEveryCapThatFactsAreMissing() {
        String[] messages = new String[60];
        for (int i = 0; i < messages.length; i++) {
            messages[i] =
                    "My sister's bakery number " + (i + 1) + " ordered " + (310 + 17 * i) + " kg of flour from me.";
        }
        for (int cap = 100; cap < 1_000; cap += 37) {
            StateDocument state = offline(cap, StateDocument.EMPTY, messages);

            assertThat(state.items(StateDocument.LEFT_OUT)).as("cap %s", cap).hasSize(1);
            assertThat(Contexts.RULES.stateTokens(state)).isLessThanOrEqualTo(cap);
        }
    }

    @Test
    void extractCountsAnewWhatIsLeftOut() {
        StateDocument first = offline(110, StateDocument.EMPTY, "My budget is 900 euros for the whole kitchen.");
        StateDocument noted = first.with(
                StateDocument.LEFT_OUT,
                StateDocument.ofTexts(Map.of("x", List.of("At least 9 are not shown.")))
                        .items("x"));

        StateDocument second = offline(CAP, noted, "My mother's kitchen has 14 square metres.");

        assertThat(second.items(StateDocument.LEFT_OUT)).isEmpty();
        assertThat(second.toString()).contains("900 euros", "14 square").doesNotContain("At least 9");
    }

    @Test
    void extractUsesWholeCapIfNothingIsMissing() {
        String[] adjectives = {
            "quiet", "windy", "mossy", "narrow", "sunny", "dusty", "steep", "shady", "muddy", "frosty"
        };
        String[] places = {
            "orchard", "meadow", "harbour", "chapel", "quarry", "bakery", "tannery", "brewery", "mill", "inn"
        };
        String[] animals = {
            "foxes", "herons", "badgers", "otters", "swallows", "hedgehogs", "rabbits", "owls", "deer", "geese"
        };
        String[] messages = new String[300];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = animals[i % 10] + " rest beside the " + adjectives[i / 10 % 10] + " "
                    + places[i * 7 / 10 % 10] + " " + places[i / 30] + " wall.";
        }
        int cap = 1_200;
        StateDocument state = offline(cap, StateDocument.EMPTY, messages);

        assertThat(state.items(StateDocument.LEDGER)).isEmpty();
        assertThat(state.items(StateDocument.LEFT_OUT)).isEmpty();
        assertThat(Contexts.RULES.stateTokens(state)).isGreaterThan(cap - cap / 24);
    }

    @Test
    void extractOfBlankSpanKeepsState() {
        StateDocument before = StateDocument.ofTexts(Map.of("logos", List.of("crate QX-4100 is full")));

        assertThat(offline(CAP, before, "   ").items("logos")).isEqualTo(before.items("logos"));
    }
}
