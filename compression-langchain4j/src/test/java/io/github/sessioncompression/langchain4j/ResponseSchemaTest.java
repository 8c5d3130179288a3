package io.github.sessioncompression.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateJson;
import io.github.sessioncompression.state.StateSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseSchemaTest {
    @Test
    void keepsFieldsOrderAndInstructionsOfEveryBundledState() {
        for (StateSchema state : List.of(StateSchema.session(), StateSchema.research(), StateSchema.continuation())) {
            JsonSchema schema = ResponseSchema.of(state.name(), StateJson.jsonSchema(state));

            assertThat(schema.name()).isEqualTo(state.name());
            JsonObjectSchema root = (JsonObjectSchema) schema.rootElement();
            List<String> names = state.fields().stream().map(StateField::name).toList();
            assertThat(root.properties().keySet()).containsExactlyElementsOf(names);
            assertThat(root.required()).isEqualTo(names);
            assertThat(root.additionalProperties()).isFalse();
            for (StateField field : state.fields()) {
                assertThat(root.properties().get(field.name()))
                        .extracting(JsonSchemaElement::description)
                        .isEqualTo(field.instruction());
            }
        }
    }

    @Test
    void understandsEveryKindOfElement() {
        JsonObjectSchema root = (JsonObjectSchema) ResponseSchema.of(
                        "all",
                        """
                        {"type":"object","properties":{
                          "text":{"type":"string"},
                          "kind":{"type":"string","enum":["a","b"],"description":"which"},
                          "count":{"type":"integer"},
                          "share":{"type":"number"},
                          "done":{"type":"boolean"},
                          "items":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"}}}}}}""")
                .rootElement();

        assertThat(root.properties().get("text"))
                .isEqualTo(JsonStringSchema.builder().build());
        assertThat(root.properties().get("kind"))
                .isEqualTo(JsonEnumSchema.builder()
                        .enumValues("a", "b")
                        .description("which")
                        .build());
        assertThat(root.properties().get("count"))
                .isEqualTo(JsonIntegerSchema.builder().build());
        assertThat(root.properties().get("share"))
                .isEqualTo(JsonNumberSchema.builder().build());
        assertThat(root.properties().get("done"))
                .isEqualTo(JsonBooleanSchema.builder().build());
        assertThat(root.properties().get("items"))
                .isEqualTo(JsonArraySchema.builder()
                        .items(JsonObjectSchema.builder()
                                .addStringProperty("name")
                                .required("name")
                                .additionalProperties(false)
                                .build())
                        .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"object\"}",
                "{\"type\":\"object\",\"properties\":{\"a\":{}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\"}}}",
                "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/b\"}}}"
            })
    void refusesUncommonSchemaParts(String schema) {
        assertThatThrownBy(() -> ResponseSchema.of("odd", schema)).isInstanceOf(IllegalArgumentException.class);
    }
}
