package io.github.sessioncompression.survival;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.survival.SurvivalCheck.Survival;
import io.github.sessioncompression.token.TokenCounter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SurvivalCheckTest {
    private static final StateSchema SCHEMA = StateSchema.session();
    private final SurvivalCheck check = new SurvivalCheck(SCHEMA, TokenCounter.o200k()::count, false);

    private static List<Entry> said(String... texts) {
        List<Entry> entries = new ArrayList<>();
        for (String text : texts) {
            boolean assistant = text.startsWith("A: ");
            Message message = assistant ? Message.assistant(text.substring(3)) : Message.user(text);
            entries.add(
                    new Entry(entries.size() + 1, message.withTimestamp(Instant.parse("2025-03-10T10:00:00Z")), 10));
        }
        return entries;
    }

    private static StateDocument state(String... logos) {
        return StateDocument.ofTexts(Map.of("logos", List.of(logos)));
    }

    private Survival check(
            @Nullable StateDocument previous, List<Entry> span, StateDocument state, List<Entry> tail, int cap) {
        return check(check, previous, span, state, tail, cap);
    }

    private static Survival check(
            SurvivalCheck check,
            @Nullable StateDocument previous,
            List<Entry> span,
            StateDocument state,
            List<Entry> tail,
            int cap) {
        return check.required(previous, span, tail, new StatementReader()).check(state, cap);
    }

    @Test
    void quotesMissingRuleWithSpeakerAndDay() {
        Survival survival = check(
                null, said("Please never email customers on Sundays."), state("The user sells tea."), List.of(), 500);

        assertThat(survival.state().texts(StateDocument.LEDGER))
                .containsExactly("User, 10 Mar 2025: Please never email customers on Sundays.");
        assertThat(survival.held()).isZero();
        assertThat(survival.repaired()).isEqualTo(survival.required()).isEqualTo(1);
    }

    /** Alone its language is not known, so that its words have other stems than in the entry. */
    @Test
    void sentenceThatStandsInAnEntryIsCovered() {
        List<Entry> said = said("We decided on architecture constraints:");
        StateItem entry = new StateItem(
                "User: Wir haben das nicht so gesagt. … We decided on architecture constraints:",
                StateItem.Kind.DECISION,
                List.of(1L),
                StateItem.Origin.USER,
                StateItem.Writer.RULES);

        Survival survival = check(null, said, new StateDocument(Map.of("logos", List.of(entry))), List.of(), 500);

        assertThat(survival.held()).isEqualTo(survival.required()).isEqualTo(1);
    }

    @Test
    void sentenceIsNotCoveredByPartsOfWords() {
        List<Entry> said = said("The spare part costs 8.90");
        StateItem entry = new StateItem(
                "User: The spare part costs 8.905 EUR.",
                StateItem.Kind.DECISION,
                List.of(1L),
                StateItem.Origin.USER,
                StateItem.Writer.RULES);

        Survival survival = check(null, said, new StateDocument(Map.of("logos", List.of(entry))), List.of(), 500);

        assertThat(survival.held()).isZero();
        assertThat(survival.required()).isEqualTo(1);
    }

    @Test
    void takesParaphraseWithValuesForCovered() {
        Survival survival = check(
                null,
                said("The spare part costs 8.90 EUR and comes on Wednesday."),
                state("Spare part: costs 8.90 EUR, comes Wednesday."),
                List.of(),
                500);

        assertThat(survival.required()).isEqualTo(1);
        assertThat(survival.ledger()).isEmpty();
    }

    @Test
    void missesOtherValueAndLostNegation() {
        assertThat(check(null, said("The part costs 8.90 EUR."), state("The part costs 9.80 EUR."), List.of(), 500)
                        .ledger())
                .hasSize(1);
        assertThat(check(
                                null,
                                said("You must not call the customer Okafor."),
                                state("You must call the customer Okafor."),
                                List.of(),
                                500)
                        .ledger())
                .hasSize(1);
    }

    @Test
    void takesKeptMessagesForCovering() {
        List<Entry> span = said("We decided to use blue paint.");

        assertThat(check(null, span, StateDocument.EMPTY, span, 500).ledger()).isEmpty();
    }

    @Test
    void asksOfTheModelOnlyForPromisesAndDecisions() {
        Survival survival = check(
                null,
                said("A: The warehouse holds 4711 boxes.", "A: I will send the report on Monday."),
                StateDocument.EMPTY,
                List.of(),
                500);

        assertThat(survival.ledger())
                .extracting(anchor -> anchor.sentence())
                .containsExactly("I will send the report on Monday.");
    }

    @Test
    void countsFactsPushedOut() {
        Survival survival =
                check(null, said("Never phone me.", "My budget is 900 euros."), StateDocument.EMPTY, List.of(), 45);

        assertThat(survival.ledger().size() + survival.pushedOut().size()).isEqualTo(survival.required());
        assertThat(survival.pushedOut()).isNotEmpty();
    }

    @Test
    void notesNumberOfFactsPushedOut() {
        List<Entry> span = said("Never phone me.", "My budget is 900 euros.", "My flight leaves on 9 May at 14:30.");
        SurvivalCheck searching = new SurvivalCheck(SCHEMA, TokenCounter.o200k()::count, true);
        StateDocument state = state("The user plans a trip.");

        Survival all = check(null, span, state, List.of(), 500);
        Survival some = check(null, span, state, List.of(), 80);
        Survival found = check(searching, null, span, state, List.of(), 80);

        assertThat(all.state().items(StateDocument.LEFT_OUT)).isEmpty();
        assertThat(some.state().text(StateDocument.LEFT_OUT))
                .startsWith("At least " + some.pushedOut().size() + " fact")
                .endsWith(" not shown.");
        assertThat(found.state().text(StateDocument.LEFT_OUT)).endsWith("not shown; `search_history` finds them.");
    }

    @Test
    void keepsNoteWithinCap() {
        List<Entry> span = said("Never phone me.", "My budget is 900 euros.", "My flight leaves on 9 May at 14:30.");
        for (int cap = 1; cap < 140; cap++) {
            StateDocument state = state("The user plans a trip.");
            int bare = size(state);
            Survival survival = check(null, span, state, List.of(), cap);

            assertThat(size(survival.state().with(StateDocument.KEPT, List.of())))
                    .isLessThanOrEqualTo(Math.max(bare, cap));
            if (!survival.pushedOut().isEmpty() && cap >= bare + check.noteTokens()) {
                assertThat(survival.state().items(StateDocument.LEFT_OUT))
                        .as("cap %s", cap)
                        .hasSize(1);
            }
        }
    }

    private static StateDocument byModel(String... logos) {
        return SCHEMA.document(Map.of("logos", List.of(logos)), StateItem.Writer.MODEL);
    }

    @Test
    void quotesNoMoreThanTheModelWrote() {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            said.add("Never sell crate QX-" + (4_100 + i) + " for less than " + (200 + i) + " euros.");
        }
        StateDocument state = byModel("The user sells crates at fixed prices.", "They are all in the depot at Kiel.");
        Survival survival = check(null, said(said.toArray(String[]::new)), state, List.of(), 5_000);

        StateDocument quoting =
                state.with(StateDocument.LEDGER, survival.state().items(StateDocument.LEDGER));
        assertThat(survival.ledger()).isNotEmpty();
        assertThat(size(quoting) - size(state)).isLessThanOrEqualTo(size(state) + 10);
        assertThat(survival.repaired() + survival.pushedOut().size()).isEqualTo(survival.required());
        assertThat(survival.state().items(StateDocument.LEFT_OUT)).hasSize(1);
    }

    @Test
    void coversSentenceWithItsValuesInSeveralEntries() {
        Survival survival = check(
                null,
                said("Ship crate QX-4107 to Kiel by 9 May 2025."),
                byModel("9.5.2025 ist der letzte Tag.", "Kiste QX 4107 geht nach Norden."),
                List.of(),
                500);

        assertThat(survival.held()).isEqualTo(survival.required()).isEqualTo(1);
        assertThat(survival.ledger()).isEmpty();
    }

    @Test
    void quotesOtherValuesWhereRoomIsLeft() {
        List<Entry> span = said(
                "Never sell below 18.50 EUR.",
                "A: The depot at Kiel holds 4711 boxes.",
                "A: The depot holds 4711 boxes, as I said.",
                "A: Fine weather there.");
        StateDocument state = byModel(
                "The user sells cheese from several depots and asks for their stocks and prices now.",
                "Nothing else was said so far, and the assistant was friendly and brief in all of its answers.");

        Survival survival = check(null, span, state, List.of(), 500);
        Survival later = check(survival.state(), said("Thanks."), state, List.of(), 500);

        assertThat(survival.required()).isEqualTo(1);
        assertThat(survival.repaired()).isEqualTo(1);
        assertThat(survival.state().texts(StateDocument.LEDGER))
                .hasSize(2)
                .anyMatch(text -> text.contains("18.50"))
                .anyMatch(text -> text.contains("4711"));
        assertThat(later.required()).isEqualTo(1);
        assertThat(check(null, span, StateDocument.EMPTY, List.of(), 500).ledger())
                .hasSize(1);
    }

    private static int size(StateDocument state) {
        return TokenCounter.o200k().count(StateEnvelope.wrap(SCHEMA, state));
    }

    @Test
    void restoresRuleForgottenByLaterState() {
        StateDocument first = check(
                        null,
                        said("Never email customers on Sundays."),
                        state("Never email customers on Sundays."),
                        List.of(),
                        500)
                .state();

        Survival second = check(first, said("Thanks, that is all."), state("The user is content."), List.of(), 500);

        assertThat(first.texts(StateDocument.LEDGER)).isEmpty();
        assertThat(second.state().texts(StateDocument.LEDGER))
                .containsExactly("User, 10 Mar 2025: Never email customers on Sundays.");
        assertThat(second.state().texts()).doesNotContainKey(StateDocument.KEPT);
    }
}
