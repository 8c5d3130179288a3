package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much of what was said a model's state must show; each message tells of one crate, and nothing else counts. */
class AcceptanceShareTest {
    private static final int PLENTY = 4_000;

    /** The caps that the state without a model was asked for. */
    private final List<Integer> caps = new ArrayList<>();

    private final List<String> offlineFacts = new ArrayList<>();
    private String offlineSummary = "";

    private static String crate(int number) {
        return "Crate QX-" + (4_100 + 7 * number) + " is full";
    }

    private static List<String> crates(int from, int to) {
        return IntStream.range(from, to).mapToObj(AcceptanceShareTest::crate).toList();
    }

    private static StateDocument state(String summary, List<String> facts) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        fields.put("logos", facts);
        fields.put("pathos", List.of());
        fields.put("abstract", List.of());
        fields.put("conversation_summary", summary.isEmpty() ? List.of() : List.of(summary));
        return StateDocument.ofTexts(fields);
    }

    /** Writes as many of the facts as the cap has room for. */
    private StateDocument offline(CompileRequest request) {
        caps.add(request.maxTokens());
        int count = offlineFacts.size();
        while (count > 0
                && CompilerFixture.size(state(offlineSummary, offlineFacts.subList(0, count))) > request.maxTokens()) {
            count--;
        }
        return state(offlineSummary, offlineFacts.subList(0, count));
    }

    /** What checks the states of a chat about {@code crates} crates, of which a state without a model shows {@code known}. */
    private Acceptance acceptance(int crates, List<String> known, int cap) {
        offlineFacts.addAll(known);
        List<Message> span = IntStream.range(0, crates)
                .mapToObj(i -> Message.user("Shelf " + (char) ('A' + i) + " has the crate QX-" + (4_100 + 7 * i) + "."))
                .toList();
        CompileRequest request = CompilerFixture.request(span, null);
        CompileRequest capped = new CompileRequest(request.schema(), request.span(), null, null, cap);
        return acceptance(capped, this::offline);
    }

    private static Acceptance acceptance(CompileRequest request, Function<CompileRequest, StateDocument> offline) {
        return new Acceptance(
                request,
                null,
                CompilerFixture.TOKENS,
                new FunctionYardstick(request, offline),
                UnaryOperator.identity());
    }

    @Test
    void missesNothingOfFewerThanFourFacts() {
        assertThat(acceptance(3, crates(0, 3), PLENTY).missing(state("They store crates.", List.of())))
                .isEmpty();
    }

    @Test
    void namesTheSentencesThatAStateLacks() {
        assertThat(acceptance(4, crates(0, 4), PLENTY).missing(state("They store crates.", List.of())))
                .containsExactlyInAnyOrder(
                        "Shelf A has the crate QX-4100.",
                        "Shelf B has the crate QX-4107.",
                        "Shelf C has the crate QX-4114.",
                        "Shelf D has the crate QX-4121.");
    }

    @Test
    void asksForNoOtherStateWhereHalfOfTheFactsAreShown() {
        assertThat(acceptance(8, crates(0, 8), PLENTY).missing(state("", crates(0, 4))))
                .isEmpty();
        assertThat(caps).isEmpty();
    }

    @Test
    void isContentWithHalfOfWhatAStateWithoutAModelShows() {
        assertThat(acceptance(8, crates(4, 8), PLENTY).missing(state("", crates(0, 2))))
                .isEmpty();
        assertThat(caps).hasSize(1);
    }

    @Test
    void missesWhatAStateShowsLessThanHalfOf() {
        assertThat(acceptance(8, crates(3, 8), PLENTY).missing(state("", crates(0, 2))))
                .hasSize(6);
    }

    @Test
    void holdsAStateAgainstOneOfItsOwnSizeButOfAQuarterOfTheCapAtLeast() {
        Acceptance acceptance = acceptance(8, List.of(), 400);
        StateDocument brief = state("They store crates.", List.of());
        StateDocument longer = state("They store crates. " + "All is well. ".repeat(60), List.of());
        StateDocument tooLong = state("They store crates. " + "All is well. ".repeat(200), List.of());

        acceptance.missing(brief);
        acceptance.missing(longer);
        acceptance.missing(tooLong);

        assertThat(CompilerFixture.size(longer)).isBetween(101, 399);
        assertThat(caps).containsExactly(100, CompilerFixture.size(longer), 400);
    }

    @Test
    void leavesAStateOfFewFactsAsItIs() {
        StateDocument state = state("They store crates.", List.of());

        assertThat(acceptance(3, crates(0, 3), PLENTY).atLeast(state)).isSameAs(state);
        assertThat(caps).isEmpty();
    }

    @Test
    void leavesAStateThatShowsAllAsItIs() {
        StateDocument state = state("They store crates.", crates(0, 4));

        assertThat(acceptance(4, crates(0, 4), PLENTY).atLeast(state)).isSameAs(state);
        assertThat(caps).isEmpty();
    }

    @Test
    void leavesAStateThatShowsAsManyFactsAsOneWithoutAModelAsItIs() {
        StateDocument state = state("", crates(0, 2));

        assertThat(acceptance(4, crates(2, 4), PLENTY).atLeast(state)).isSameAs(state);
    }

    @Test
    void addsWhatTheStateLacksBehindItsOwnItems() {
        StateDocument state = state("They store crates.", List.of(crate(3), "The lift is slow"));
        offlineSummary = "Four crates.";

        StateDocument whole =
                Objects.requireNonNull(acceptance(4, crates(0, 4), PLENTY).atLeast(state));

        assertThat(whole.texts("logos")).containsExactly(crate(3), "The lift is slow", crate(0), crate(1), crate(2));
        assertThat(whole.text("conversation_summary")).isEqualTo("They store crates.");
    }

    @Test
    void takesTheOtherSummaryWhereTheModelWroteNone() {
        offlineSummary = "Four crates.";

        StateDocument whole =
                Objects.requireNonNull(acceptance(4, crates(0, 4), PLENTY).atLeast(state("", List.of(crate(0)))));

        assertThat(whole.text("conversation_summary")).isEqualTo("Four crates.");
    }

    @Test
    void beginsWithTheStateWithoutAModelWhereTheModelsLeavesNoRoom() {
        StateDocument wordy = state("", List.of("All is well. ".repeat(48), "The lift is slow"));

        StateDocument whole =
                Objects.requireNonNull(acceptance(4, crates(0, 4), 200).atLeast(wordy));

        assertThat(CompilerFixture.size(wordy)).isBetween(170, 200);
        assertThat(whole.texts("logos")).containsExactly(crate(0), crate(1), crate(2), crate(3), "The lift is slow");
        assertThat(caps).containsExactly(200, 200 - CompilerFixture.size(wordy), 175);
    }

    @Test
    void takesNothingOfTheModelWhereAStateWithoutItNeedsTheWholeCap() {
        List<String> all = crates(0, 12);
        int cap = CompilerFixture.size(state("", all));

        assertThat(acceptance(12, all, cap).atLeast(state("They store crates.", List.of())))
                .isNull();
    }

    @Test
    void fillsTheCapToItsLastTokenAndNotBeyond() {
        StateDocument state = state("They store crates.", List.of());
        int cap = CompilerFixture.size(state("They store crates.", List.of("The lift is slow")));
        offlineFacts.add("The lift is slow");

        assertThat(mergedWithin(cap, state).texts("logos")).containsExactly("The lift is slow");
        assertThat(mergedWithin(cap - 1, state).texts("logos")).isEmpty();
    }

    @Test
    void takesASecondAnswerThatLacksLessThanTheFirst() {
        Compiled compiled = compiled(crates(0, 1), crates(1, 4));

        assertThat(compiled.state().texts("logos").subList(0, 3)).isEqualTo(crates(1, 4));
        assertThat(compiled.state().texts("logos")).containsExactlyInAnyOrderElementsOf(crates(0, 12));
        assertThat(compiled.merged()).isTrue();
    }

    @Test
    void keepsTheFirstAnswerWhereTheSecondShowsNoMore() {
        assertThat(compiled(crates(0, 2), crates(3, 4)).state().texts("logos").subList(0, 2))
                .isEqualTo(crates(0, 2));
        assertThat(compiled(crates(0, 2), crates(3, 5)).state().texts("logos").subList(0, 2))
                .isEqualTo(crates(0, 2));
    }

    @Test
    void countsWhatBothAnswersInvented() {
        List<String> first = List.of(crate(0), "Crate QX-9901 is full", "Crate QX-9902 is full");
        List<String> second = List.of(crate(1), crate(2), crate(3), "Crate QX-9903 is full");

        assertThat(compiled(first, second).invented()).isEqualTo(3);
        assertThat(compiled(second, List.of()).invented()).isEqualTo(1);
    }

    /** What a model that answers like this makes of a chat about twelve crates, all of which a state without a model shows. */
    private Compiled compiled(List<String> first, List<String> second) {
        offlineFacts.clear();
        offlineFacts.addAll(crates(0, 12));
        List<Message> span = IntStream.range(0, 12)
                .mapToObj(i -> Message.user(crate(i) + ". " + "All is well. ".repeat(20)))
                .toList();
        CompilerFixture fixture = new CompilerFixture();
        for (List<String> facts : List.of(first, second)) {
            fixture.model.answers(StateJson.write(CompilerFixture.SCHEMA, state("They store crates.", facts)));
        }
        CompileRequest request = CompilerFixture.request(span, null);
        Compilation outcome = fixture.compiler().compile(request, null, new FunctionYardstick(request, this::offline));
        assertThat(fixture.model.requests()).hasSize(2);
        return (Compiled) outcome;
    }

    private static StateDocument mergedWithin(int cap, StateDocument state) {
        CompileRequest request = CompilerFixture.request(List.of(Message.user("Hello.")), null);
        return acceptance(request.within(cap), asked -> state("", List.of("The lift is slow")))
                .merged(state);
    }
}
