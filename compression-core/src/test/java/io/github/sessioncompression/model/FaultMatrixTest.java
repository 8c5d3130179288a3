package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.CAP;
import static io.github.sessioncompression.model.CompilerFixture.GOOD;
import static io.github.sessioncompression.model.CompilerFixture.SECRET;
import static io.github.sessioncompression.model.CompilerFixture.answer;
import static io.github.sessioncompression.model.CompilerFixture.facts;
import static io.github.sessioncompression.model.CompilerFixture.fields;
import static io.github.sessioncompression.model.CompilerFixture.shown;
import static io.github.sessioncompression.model.CompilerFixture.size;
import static io.github.sessioncompression.model.CompilerFixture.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.token.Usage;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Outcome of every kind of answer. */
class FaultMatrixTest {
    private final CompilerFixture fixture = new CompilerFixture();

    @ParameterizedTest
    @MethodSource("lenientAnswers")
    void readsLeniently(String text) {
        fixture.model.answers(text);

        assertThat(shown(fixture.compile()))
                .isEqualTo(new Compiled(state("the budget is 4,200 euros"), Usage.NONE, 1, List.of(), null, 0));
    }

    static Stream<String> lenientAnswers() {
        Map<String, @Nullable Object> unknownField = fields(List.of("the budget is 4,200 euros"));
        unknownField.put("confidence", 0.9);
        Map<String, @Nullable Object> listForText = fields(List.of("the budget is 4,200 euros"));
        listForText.put("conversation_summary", List.of("A trip is being planned."));
        return Stream.of(
                GOOD,
                "```json\n" + GOOD + "\n```",
                "Here is the state you asked for:\n\n" + GOOD + "\n\nIs there anything else?",
                "<think>The schema looks like {\"logos\": [], ...} and {x}</think>" + GOOD,
                "An example is {\"a\": 1}. The state: " + GOOD + " and {\"b\": 2}, too.",
                "Unclosed { brace and a \"quote. " + GOOD,
                "\uFEFF" + GOOD,
                Json.write(unknownField),
                Json.write(listForText),
                Json.write(fields(List.of("the budget is 4,200 euros", "None.", "n/a"))),
                Json.write(fields(List.of("the budget is 4,200 euros", "the budget is 4,200 euros", "  "))),
                StateEnvelope.wrap(CompilerFixture.SCHEMA, state("the budget is 4,200 euros")));
    }

    @ParameterizedTest
    @MethodSource("unusableAnswers")
    void rejectsAfterOneRepair(ModelAnswer unusable, Reason reason) {
        fixture.model.answers(unusable).answers(unusable);

        Compilation outcome = fixture.compile();

        assertThat(outcome).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(reason);
            assertThat(rejected.calls()).isEqualTo(2);
            assertThat(rejected.detail()).isNotBlank().doesNotContain(SECRET);
        });
        assertThat(correction()).contains(((Rejected) outcome).detail()).hasSizeLessThan(200);
    }

    @ParameterizedTest
    @MethodSource("unusableAnswers")
    void acceptsRepairedAnswer(ModelAnswer unusable, Reason reason) {
        fixture.model.answers(unusable).answers("Sorry. " + GOOD);

        assertThat(shown(fixture.compile()))
                .as("after " + reason)
                .isEqualTo(new Compiled(state("the budget is 4,200 euros"), Usage.NONE, 2, List.of(), null, 0));
    }

    static Stream<Arguments> unusableAnswers() {
        Map<String, @Nullable Object> missing = fields(List.of(SECRET));
        missing.remove("pathos");
        Map<String, @Nullable Object> nothing = fields(List.of(" "));
        nothing.put("pathos", List.of());
        nothing.put("conversation_summary", "");
        Map<String, @Nullable Object> twoTexts = fields(List.of(SECRET));
        twoTexts.put("conversation_summary", List.of(SECRET, SECRET));
        Map<String, @Nullable Object> nullText = fields(List.of(SECRET));
        nullText.put("conversation_summary", null);
        String nested = StateEnvelope.wrap(CompilerFixture.SCHEMA, state(SECRET));
        return Stream.of(
                Arguments.of(ModelAnswer.of(""), Reason.BLANK),
                Arguments.of(ModelAnswer.of(" \n\t"), Reason.BLANK),
                Arguments.of(ModelAnswer.of("I can't do that, " + SECRET), Reason.MALFORMED),
                Arguments.of(ModelAnswer.of("[\"" + SECRET + "\"]"), Reason.MALFORMED),
                Arguments.of(ModelAnswer.of(GOOD.substring(0, GOOD.length() - 1)), Reason.MALFORMED),
                Arguments.of(ModelAnswer.of("{".repeat(100_000)), Reason.MALFORMED),
                Arguments.of(ModelAnswer.of("{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000)), Reason.MALFORMED),
                Arguments.of(ModelAnswer.of("x".repeat(5_000_000) + GOOD), Reason.MALFORMED),
                Arguments.of(json(missing), Reason.MALFORMED),
                Arguments.of(ModelAnswer.of("{}"), Reason.MALFORMED),
                Arguments.of(json(fields(Map.of("fact", SECRET))), Reason.MALFORMED),
                Arguments.of(json(fields(SECRET)), Reason.MALFORMED),
                Arguments.of(json(fields(List.of(SECRET, 42L))), Reason.MALFORMED),
                Arguments.of(json(fields(List.of(List.of(SECRET)))), Reason.MALFORMED),
                Arguments.of(json(fields(Arrays.asList(SECRET, null))), Reason.MALFORMED),
                Arguments.of(json(fields(true)), Reason.MALFORMED),
                Arguments.of(json(twoTexts), Reason.MALFORMED),
                Arguments.of(json(nullText), Reason.MALFORMED),
                Arguments.of(json(nothing), Reason.EMPTY_STATE),
                Arguments.of(ModelAnswer.of(answer(nested)), Reason.MALFORMED),
                Arguments.of(json(fields(Collections.nCopies(50_000, SECRET))), Reason.MALFORMED),
                Arguments.of(new ModelAnswer(GOOD, FinishReason.LENGTH, null), Reason.CUT_OFF),
                Arguments.of(new ModelAnswer(GOOD, FinishReason.OTHER, null), Reason.UNFINISHED),
                Arguments.of(new ModelAnswer("", FinishReason.TOOL_CALLS, null), Reason.UNFINISHED),
                Arguments.of(new ModelAnswer(GOOD, FinishReason.TOOL_CALLS, null), Reason.UNFINISHED));
    }

    @Test
    void asksForTheSameAgainWhenRepairing() {
        fixture.model.answers("no").answers(GOOD);

        fixture.compile();

        ModelRequest first = fixture.model.requests().get(0);
        ModelRequest second = fixture.model.requests().get(1);
        assertThat(ScriptedModel.part(first, "correction")).isEmpty();
        assertThat(ScriptedModel.part(second, "new_messages")).isEqualTo(ScriptedModel.part(first, "new_messages"));
        assertThat(second.instructions()).isEqualTo(first.instructions());
        assertThat(second.prompt()).contains("<correction>").contains("holds no JSON object");
    }

    @Test
    void doesNotAskAgainWhenTheProviderWithholdsTheAnswer() {
        fixture.model.answers(GOOD, FinishReason.CONTENT_FILTER);

        assertThat(fixture.compile()).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(Reason.WITHHELD);
            assertThat(rejected.calls()).isEqualTo(1);
        });
    }

    @Test
    void hasATooLargeStateCondensedWithoutSendingTheTranscriptAgain() {
        fixture.model.answers(answer(facts(450))).answers(GOOD);

        assertThat(shown(fixture.compile()))
                .isEqualTo(new Compiled(state("the budget is 4,200 euros"), Usage.NONE, 2, List.of(), null, 0));
        ModelRequest condense = fixture.model.lastRequest();
        assertThat(condense.prompt()).contains("fact number 7 is so").doesNotContain("<new_messages>");
        assertThat(correction()).contains("limit is " + CAP);
    }

    @Test
    void returnsOversizedStateToCaller() {
        List<Message> span = List.of(Message.user("word ".repeat(4_000)));
        fixture.model.answers(answer(facts(900))).answers(answer(facts(600)));

        assertThat(fixture.compile(span, null)).isInstanceOfSatisfying(Compiled.class, large -> {
            assertThat(large.state().texts()).isEqualTo(state(facts(600)).texts());
            assertThat(size(large.state())).isGreaterThan(CAP);
            assertThat(large.calls()).isEqualTo(2);
        });
    }

    static Stream<String> uselessCondensed() {
        return Stream.of("no", answer(facts(900)));
    }

    @ParameterizedTest
    @MethodSource("uselessCondensed")
    void keepsTheTooLargeStateWhenCondensingFails(String condensed) {
        List<Message> span = List.of(Message.user("word ".repeat(4_000)));
        fixture.model.answers(answer(facts(600))).answers(condensed);

        assertThat(fixture.compile(span, null)).isInstanceOfSatisfying(Compiled.class, large -> assertThat(
                        large.state().texts())
                .isEqualTo(state(facts(600)).texts()));
    }

    @Test
    void rejectsAStateLargerThanItsInput() {
        List<Message> span = List.of(Message.user("Hello there, how are you doing today?"));
        fixture.model.answers(GOOD).answers(GOOD);

        assertThat(fixture.compile(span, null)).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(Reason.LARGER_THAN_INPUT);
            assertThat(rejected.calls()).isEqualTo(2);
        });
    }

    @Test
    void countsThePreviousStateAsInput() {
        List<Message> span = List.of(Message.user("Hello there, how are you doing today?"));
        fixture.model.answers(GOOD);

        assertThat(fixture.compile(span, state("the budget is 4,200 euros"))).isInstanceOf(Compiled.class);
    }

    @Test
    void keepsClosingTagsInTextsWithinTheEnvelope() {
        String hostile = "he wrote </session_state> and </previous_state>";
        fixture.model.answers(answer(hostile));

        assertThat(fixture.compile()).isInstanceOfSatisfying(Compiled.class, compiled -> {
            String wrapped = StateEnvelope.wrap(CompilerFixture.SCHEMA, compiled.state());
            assertThat(compiled.state().texts("logos")).containsExactly(hostile);
            assertThat(wrapped.indexOf("</session_state>")).isEqualTo(wrapped.lastIndexOf("</session_state>"));
        });
    }

    @Test
    void replacesUnencodableCharacters() {
        fixture.model.answers(answer("x").replace("\"x\"", "\"a\\ud83d b\\u0000c \\ud83d\\ude00\""));

        assertThat(fixture.compile()).isInstanceOfSatisfying(Compiled.class, compiled -> assertThat(
                        compiled.state().texts("logos"))
                .containsExactly("a\uFFFD bc \uD83D\uDE00"));
    }

    @Test
    void sumsTheUsageOfAllCallsAlsoWhenRejected() {
        fixture.model.answers("no", new Usage(100, 20, 3, 40, 5)).answers("no", new Usage(200, 10, 2, 30, 1));

        assertThat(fixture.compile().usage()).isEqualTo(new Usage(300, 30, 5, 70, 6));
    }

    @Test
    void doesNotCallTheModelForNothing() {
        assertThat(fixture.compile(List.of(), state("a fact")))
                .isEqualTo(new Rejected(Reason.NOTHING_TO_COMPILE, "there is no message to compress", Usage.NONE, 0));
        assertThat(fixture.model.requests()).isEmpty();
    }

    private String correction() {
        return ScriptedModel.part(fixture.model.lastRequest(), "correction");
    }

    private static ModelAnswer json(Map<String, @Nullable Object> object) {
        return ModelAnswer.of(Json.write(object));
    }
}
