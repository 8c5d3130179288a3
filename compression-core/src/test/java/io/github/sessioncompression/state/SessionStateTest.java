package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionStateTest {
    static final SessionState EXAMPLE = new SessionState(
            List.of(
                    "Mira runs a bakery in Graz with 3 ovens",
                    "Decided on 12 March: orders move to SQLite, because the till has no network",
                    "Budget is 1,450.00 EUR",
                    "Nightly export goes to /srv/till/export.csv"),
            List.of("Cheerful, getting more relaxed", "The till is called 'the old lady'", "Wants short answers"),
            List.of("Knows SQL joins", "Shares the idea of 'bake first, plan later'", "Agreed: no cloud services"),
            "Mira is replacing her till's paper ledger. The import works; the export is next.");

    private static final String EXAMPLE_JSON =
            """
            {"logos":["Mira runs a bakery in Graz with 3 ovens",\
            "Decided on 12 March: orders move to SQLite, because the till has no network",\
            "Budget is 1,450.00 EUR","Nightly export goes to /srv/till/export.csv"],\
            "pathos":["Cheerful, getting more relaxed","The till is called 'the old lady'","Wants short answers"],\
            "abstract":["Knows SQL joins","Shares the idea of 'bake first, plan later'","Agreed: no cloud services"],\
            "conversation_summary":"Mira is replacing her till's paper ledger. The import works; the export is next."}""";

    @Test
    void theExampleLooksLikeThisOnTheWire() {
        assertThat(StateJson.write(StateSchema.session(), EXAMPLE.toDocument())).isEqualTo(EXAMPLE_JSON);
    }

    @Test
    void theExampleComesBackFromTheWire() {
        assertThat(SessionState.from(StateJson.read(StateSchema.session(), EXAMPLE_JSON)))
                .isEqualTo(EXAMPLE);
    }

    @Test
    void everythingMayBeNull() {
        SessionState state = new SessionState(null, null, null, null);

        assertThat(state).isEqualTo(SessionState.EMPTY);
        assertThat(state.logos()).isEmpty();
        assertThat(state.conversationSummary()).isEmpty();
        assertThat(state.toDocument().isEmpty()).isTrue();
    }

    @Test
    void nullAndBlankTextsAreLeftOut() {
        SessionState state = new SessionState(Arrays.asList("a", null, " ", "b"), List.of(), List.of("\n"), "  ");

        assertThat(state.logos()).containsExactly("a", "b");
        assertThat(state.abstractConcepts()).isEmpty();
        assertThat(state.conversationSummary()).isEmpty();
    }

    @Test
    void theListsCannotBeChanged() {
        List<String> given = Arrays.asList("a", "b");
        SessionState state = new SessionState(given, null, null, null);

        given.set(0, "changed");

        assertThat(state.logos()).containsExactly("a", "b").isUnmodifiable();
    }

    @Test
    void aDocumentOfAnotherShapeGivesWhatItShares() {
        StateDocument other = StateDocument.ofTexts(Map.of("logos", List.of("kept"), "findings", List.of("ignored")));

        assertThat(SessionState.from(other)).isEqualTo(new SessionState(List.of("kept"), null, null, null));
    }
}
