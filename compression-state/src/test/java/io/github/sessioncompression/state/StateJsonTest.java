package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.state.StateField.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateJsonTest {
    private static final StateSchema SESSION = StateSchema.session();

    @Test
    void anEmptyStateStillHasEveryField() {
        assertThat(StateJson.write(SESSION, StateDocument.EMPTY))
                .isEqualTo("{\"logos\":[],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"\"}");
    }

    @Test
    void writesFieldsInSchemaOrder() {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        fields.put("conversation_summary", List.of("s"));
        fields.put("unknown", List.of("left out"));
        fields.put("logos", List.of("l"));

        assertThat(StateJson.write(SESSION, StateDocument.ofTexts(fields)))
                .isEqualTo("{\"logos\":[\"l\"],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"s\"}");
    }

    @Test
    void severalTextsOfATextFieldAreJoinedRatherThanLost() {
        StateDocument two = StateDocument.ofTexts(Map.of("conversation_summary", List.of("One.", "Two.")));

        assertThat(StateJson.read(SESSION, StateJson.write(SESSION, two)).texts("conversation_summary"))
                .containsExactly("One. Two.");
    }

    @Test
    void writesLedgerAndSegmentsBehindFields() {
        StateDocument beside = StateDocument.ofTexts(
                Map.of("ledger", List.of("never at night"), "segments", List.of("[boats →L2:s1]", "[tea →L1:s9]")));
        StateDocument state = StateDocument.ofTexts(Map.of("logos", List.of("l")))
                .with(StateDocument.SEGMENTS, beside.items(StateDocument.SEGMENTS))
                .with(StateDocument.LEDGER, beside.items(StateDocument.LEDGER));

        String json = StateJson.write(SESSION, state);

        assertThat(json)
                .endsWith(",\"ledger\":[\"never at night\"],\"segments\":[\"[boats →L2:s1]\",\"[tea →L1:s9]\"]}");
        assertThat(StateJson.read(SESSION, json).texts("segments")).containsExactly("[boats →L2:s1]", "[tea →L1:s9]");
        assertThat(StateJson.read(SESSION, json).texts("ledger")).containsExactly("never at night");
        assertThat(state.with(StateDocument.SEGMENTS, List.of())
                        .with(StateDocument.LEDGER, List.of())
                        .fields())
                .containsOnlyKeys("logos");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ledger", "segments"})
    void noSchemaHasAFieldOfThoseNames(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StateSchema(
                        "own",
                        List.of(new StateField(name, StateField.Shape.LIST, StateField.Content.FACTS, "Whatever."))))
                .withMessageContaining("must not be named '" + name + "'");
    }

    @Test
    void missingNullAndUnknownFieldsAreToleratedWhenReading() {
        StateDocument state = StateJson.read(SESSION, "{\"pathos\":null,\"logos\":[\"a\"],\"new_field\":{\"x\":1}}");

        assertThat(state.fields()).containsOnlyKeys("logos", "pathos", "abstract", "conversation_summary");
        assertThat(state.texts("logos")).containsExactly("a");
        assertThat(state.texts("pathos")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"logos\":\"secret\"}",
                "{\"logos\":[\"secret\",7]}",
                "{\"logos\":[null]}",
                "{\"conversation_summary\":[\"secret\"]}",
                "[\"secret\"]",
                "secret",
                "",
                "{\"logos\":[\"secret\"]"
            })
    void refusesWrongTypesWithoutQuotingThem(String json) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StateJson.read(SESSION, json))
                .withMessageMatching("(field '\\w+' must be a.*|a state must be a JSON object)")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
    }

    @ParameterizedTest
    @MethodSource("io.github.sessioncompression.state.StateSchemaTest#bundled")
    void theJsonSchemaIsFlatClosedAndRequiresEveryField(StateSchema schema) {
        Map<String, Object> json = Json.parseObject(StateJson.jsonSchema(schema));
        List<String> names = schema.fields().stream().map(StateField::name).toList();

        assertThat(json).containsOnlyKeys("type", "properties", "required", "additionalProperties");
        assertThat(json).containsEntry("type", "object").containsEntry("additionalProperties", false);
        assertThat(json.get("required")).isEqualTo(names);
        assertThat(List.copyOf(properties(json).keySet())).isEqualTo(names);
    }

    @ParameterizedTest
    @MethodSource("io.github.sessioncompression.state.StateSchemaTest#bundled")
    void everyPropertyHasItsTypeAndDescription(StateSchema schema) {
        Map<String, Object> properties = properties(Json.parseObject(StateJson.jsonSchema(schema)));

        for (StateField field : schema.fields()) {
            Map<String, Object> expected = new LinkedHashMap<>();
            expected.put("type", field.shape() == Shape.TEXT ? "string" : "array");
            if (field.shape() == Shape.LIST) {
                expected.put("items", Map.of("type", "string"));
            }
            expected.put("description", field.instruction());
            assertThat(properties.get(field.name())).isEqualTo(expected);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> properties(Map<String, Object> schema) {
        return (Map<String, Object>) Objects.requireNonNull(schema.get("properties"));
    }
}
