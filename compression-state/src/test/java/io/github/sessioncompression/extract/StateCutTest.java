package io.github.sessioncompression.extract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

class StateCutTest {
    private static final StateSchema SCHEMA = StateSchema.session();
    private static final ToIntFunction<String> TOKENS = String::length;
    private static final List<String> RULES = List.of("Never mail Ms Tonon.", "Sign nothing below 18.50 EUR.");

    private static StateDocument state(int facts) {
        List<String> logos = new ArrayList<>(RULES);
        for (int i = 0; i < facts; i++) {
            logos.add("Batch " + i + " is ripe.");
        }
        Map<String, List<String>> fields = new LinkedHashMap<>();
        fields.put("logos", logos);
        fields.put("pathos", List.of("calm", "dry jokes"));
        fields.put("abstract", List.of("cheese", "lots", "credit"));
        fields.put("conversation_summary", List.of("A supply is being prepared."));
        return SCHEMA.document(fields, StateItem.Writer.MODEL);
    }

    private static StateDocument quoting(StateDocument state, String... quotes) {
        return state.with(
                StateDocument.LEDGER,
                StateDocument.ofTexts(Map.of("q", List.of(quotes))).items("q"));
    }

    private static int size(StateDocument state) {
        return TOKENS.applyAsInt(StateEnvelope.wrap(SCHEMA, state));
    }

    @Test
    void leavesFittingStateAlone() {
        StateDocument state = quoting(state(20), "User: It rains.");

        assertThat(StateCut.within(SCHEMA, state, size(state), TOKENS)).isEqualTo(state);
    }

    @Test
    void takesQuotesBeforeEntries() {
        StateDocument state = state(20);
        StateDocument quoting = quoting(state, "User: It rains.", "User: It pours.");

        StateDocument cut = StateCut.within(SCHEMA, quoting, size(quoting) - 1, TOKENS);

        assertThat(cut.texts(StateDocument.LEDGER)).containsExactly("User: It rains.");
        assertThat(cut.with(StateDocument.LEDGER, List.of())).isEqualTo(state);
    }

    @Test
    void cutsEachListFromItsEnd() {
        StateDocument whole = state(40);
        for (int room = size(whole); room > 0; room -= 7) {
            StateDocument cut = StateCut.within(SCHEMA, whole, room, TOKENS);

            assertThat(cut.isEmpty() || size(cut) <= room).isTrue();
            for (String name : List.of("logos", "pathos", "abstract")) {
                List<String> kept = cut.texts(name);
                assertThat(kept).isEqualTo(whole.texts(name).subList(0, kept.size()));
            }
            if (!cut.isEmpty()) {
                assertThat(cut.texts("conversation_summary")).isEqualTo(whole.texts("conversation_summary"));
            }
            if (!cut.texts("pathos").isEmpty() || !cut.texts("abstract").isEmpty()) {
                assertThat(cut.texts("logos")).startsWith(RULES.get(0));
            }
        }
    }

    @Test
    void keepsFirstEntryAndSummaryLongest() {
        StateDocument whole = state(40);
        StateDocument least = whole.with("pathos", List.of())
                .with("abstract", List.of())
                .with("logos", whole.items("logos").subList(0, 1));

        assertThat(StateCut.within(SCHEMA, whole, size(least), TOKENS).showsSameAs(least))
                .isTrue();
        assertThat(StateCut.within(SCHEMA, whole, size(least) - 1, TOKENS).texts("conversation_summary"))
                .isEqualTo(whole.texts("conversation_summary"));
        assertThat(StateCut.within(SCHEMA, whole, 10, TOKENS).isEmpty()).isTrue();
    }

    @Test
    void tellsWhetherModelWroteAllEntries() {
        StateDocument byModel = state(1);
        StateDocument mixed = byModel.with(
                "pathos", StateDocument.ofTexts(Map.of("p", List.of("tense"))).items("p"));

        assertThat(SCHEMA.isByModel(byModel)).isTrue();
        assertThat(SCHEMA.isByModel(quoting(byModel, "User: It rains."))).isTrue();
        assertThat(SCHEMA.isByModel(mixed)).isFalse();
        assertThat(SCHEMA.isByModel(StateDocument.EMPTY)).isFalse();
    }
}
