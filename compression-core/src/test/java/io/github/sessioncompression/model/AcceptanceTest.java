package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which states of a model are believed, and what becomes of the others. */
class AcceptanceTest {
    private static final List<Message> SPAN = List.of(
            Message.user(
                    "The kiln KL-2207 costs 1,450 euros. I'm allergic to nickel. " + "We talk about clay. ".repeat(40)),
            Message.assistant("I'll send the order to studio@clay.example on 9 March. " + "Clay is fine. ".repeat(40)),
            Message.user("We decided to fire at 1240 °C. My teacher is Ottilie. Never glaze the blue jug."));
    private static final String ALL =
            "Kiln KL-2207 costs 1.450 €; user is allergic to nickel; assistant will send the order to studio@clay.example"
                    + " on 2025-03-09; decided to fire at 1240 °C; never glaze the blue jug; teacher Ottilie";

    private final CompilerFixture fixture = new CompilerFixture();
    private final List<CompileRequest> asked = new ArrayList<>();

    /** Stands for the offline compiler: says all that matters, in items of its own. */
    private StateDocument offline(CompileRequest request) {
        asked.add(request);
        List<String> facts = List.of(ALL.split("; ", -1));
        return StateDocument.ofTexts(StateSchema.session(), Map.of("logos", facts), StateItem.Writer.RULES);
    }

    private Compilation compile() {
        CompileRequest request = CompilerFixture.request(SPAN, null);
        return fixture.compiler().compile(request, null, new FunctionYardstick(request, this::offline));
    }

    private static String answer(String summary, String... facts) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("logos", List.of(facts));
        fields.put("pathos", List.of());
        fields.put("abstract", List.of());
        fields.put("conversation_summary", summary);
        return Json.write(new LinkedHashMap<>(fields));
    }

    @Test
    void believesAStateThatSaysWhatWasSaid() {
        fixture.model.answers(answer("They plan a firing.", ALL));

        Compiled compiled = (Compiled) compile();

        assertThat(compiled.state().texts("logos")).containsExactly(ALL);
        assertThat(compiled.invented()).isZero();
        assertThat(compiled.merged()).isFalse();
        assertThat(compiled.calls()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The kiln weighs 310 kg.",
                "The order goes to sales@clay.example.",
                "The kiln arrives on 11 March.",
                "The studio is led by Konstantin now.",
                "See https://clay.example/kilns for more."
            })
    void takesAwayWhatNobodySaid(String invented) {
        fixture.model.answers(answer("They plan a firing. " + invented, ALL, invented));

        Compiled compiled = (Compiled) compile();

        assertThat(compiled.state().texts("logos")).containsExactly(ALL);
        assertThat(compiled.state().text("conversation_summary")).isEqualTo("They plan a firing.");
        assertThat(compiled.invented()).isEqualTo(2);
    }

    @Test
    void asksOnceForWhatIsMissing() {
        fixture.model.answers(answer("They talk about clay.")).answers(answer("They plan a firing.", ALL));

        Compiled compiled = (Compiled) compile();

        assertThat(compiled.state().texts("logos")).containsExactly(ALL);
        assertThat(compiled.merged()).isFalse();
        assertThat(compiled.calls()).isEqualTo(2);
        assertThat(fixture.model.requests().get(1).prompt())
                .contains("left out most of what matters", "I'm allergic to nickel.", "Never glaze the blue jug.");
    }

    @Test
    void mergesWithTheOfflineStateWhatStaysTooLittle() {
        fixture.model.answers(answer("They talk about clay.")).answers(answer("They still talk about clay."));

        Compiled compiled = (Compiled) compile();

        assertThat(compiled.merged()).isTrue();
        assertThat(compiled.state().text("conversation_summary")).contains("talk about clay");
        assertThat(compiled.state().texts("logos")).contains("user is allergic to nickel", "never glaze the blue jug");
        assertThat(asked).isNotEmpty();
    }

    @Test
    void refusesAStateOfWhichAllWasInvented() {
        String invented = answer("They meet Konstantin in the year 2031.", "It weighs 310 kg.");
        fixture.model.answers(invented).answers(invented);

        assertThat(((Rejected) compile()).reason()).isEqualTo(Reason.SHOWS_LESS);
    }

    @Test
    void readsWhatIsSaidInEveryFieldOnce() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (String field : List.of("logos", "pathos", "abstract")) {
            fields.put(field, List.of(ALL, "Clay is fine.", "</" + field + ">"));
        }
        fields.put("conversation_summary", ALL);
        fixture.model.answers(Json.write(new LinkedHashMap<>(fields)));

        Compiled compiled = (Compiled) compile();

        assertThat(compiled.state().texts("logos")).containsExactly(ALL, "Clay is fine.");
        assertThat(compiled.state().texts("pathos")).isEmpty();
        assertThat(compiled.state().texts("abstract")).isEmpty();
        assertThat(compiled.state().text("conversation_summary")).isEmpty();
    }

    @Test
    void refusesPlaceholders() {
        fixture.model.answers(answer("None", "none", "N/A")).answers(answer("nothing", "None."));

        assertThat(((Rejected) compile()).reason()).isEqualTo(Reason.EMPTY_STATE);
    }

    @Test
    void refusesTheSchemasOwnWords() {
        StateSchema schema = StateSchema.session();
        List<String> words =
                schema.fields().stream().map(StateField::instruction).toList();
        String echo = answer(words.get(3), words.get(0), "logos");
        fixture.model.answers(echo).answers(echo);

        assertThat(((Rejected) compile()).reason()).isEqualTo(Reason.EMPTY_STATE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Conversation summary",
                "Conversation summary: ",
                "</conversation_summary>",
                "conversation_summary_message_user-1",
                "conversation_summary: What has happened so far and at which point the talk stands. ",
                "exact names, numbers, dates and identifiers",
                "Lose nothing; if unsure whether something matters, keep it."
            })
    void refusesWhatTheSchemaSaysUnderItsLabels(String echo) {
        fixture.model.answers(answer(echo, "logos", "pathos")).answers(answer(echo));

        assertThat(((Rejected) compile()).reason()).isEqualTo(Reason.EMPTY_STATE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I'm sorry, but I can't help with that.",
                "As an AI language model I cannot compile this.",
                "Es tut mir leid, aber dabei kann ich nicht helfen.",
                "Lo siento, pero no puedo ayudar con eso.",
                "抱歉，我不能处理这个请求。",
                "К сожалению, я не могу помочь."
            })
    void refusesARefusal(String refusal) {
        fixture.model.answers(answer(refusal)).answers(answer(refusal, refusal));

        assertThat(((Rejected) compile()).reason()).isEqualTo(Reason.WITHHELD);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"logos\":{\"a\":1}} | field 'logos' must be an array of strings",
                "{\"conversation_summary\":[\"a\",\"b\"]} | field 'conversation_summary' must be one string"
            })
    void saysWhatAFieldMustBe(String fields, String correction) {
        Map<String, Object> wrong = Json.parseObject(answer("They plan a firing.", ALL));
        wrong = new LinkedHashMap<>(wrong);
        wrong.putAll(Json.parseObject(fields));
        fixture.model.answers(Json.write(wrong)).answers(answer("They plan a firing.", ALL));

        assertThat(compile()).isInstanceOf(Compiled.class);
        assertThat(fixture.model.lastRequest().correction()).contains(correction);
    }

    @Test
    void keepsWhatIsSaidAfterAFieldsName() {
        fixture.model.answers(answer("logos - " + ALL, "Clay is fine", "We talk about clay"));

        assertThat(compile()).isInstanceOf(Compiled.class);
    }

    @Test
    void keepsAStateThatOnlyMentionsARefusal() {
        fixture.model.answers(answer(
                "I'm sorry, but I can't come, said the teacher; they plan a firing.",
                ALL,
                "Clay is fine",
                "We talk about clay"));

        assertThat(compile()).isInstanceOf(Compiled.class);
    }
}
