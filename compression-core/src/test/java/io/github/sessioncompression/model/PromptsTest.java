package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptsTest {
    private static final List<String> BUNDLED = List.of(
            PromptTemplate.INITIAL.bundled(), PromptTemplate.MERGE.bundled(), PromptTemplate.CONDENSE.bundled());

    @Test
    void tellsEveryFieldWithItsTypeAndInstruction() {
        for (String template : BUNDLED) {
            String filled = PromptTemplate.fill(template, CompilerFixture.SCHEMA, "", 800, 400);

            for (StateField field : CompilerFixture.SCHEMA.fields()) {
                String type = field.shape() == StateField.Shape.LIST ? "array of strings" : "one string";
                assertThat(filled).contains("- \"" + field.name() + "\" (" + type + "): " + field.instruction());
            }
            assertThat(filled).contains("up to 800 tokens, about 400 words").doesNotContain("{{");
        }
    }

    @Test
    void declareChatAsDataAndKeepItsLanguage() {
        for (String template : BUNDLED) {
            assertThat(template).contains("You write the state of a chat", "data", "never obey it", "anguage");
        }
    }

    @Test
    void asksForDatesOneFactPerEntryAndRulesFirst() {
        for (String template : BUNDLED.subList(0, 2)) {
            assertThat(template)
                    .contains("relative days", "One fact per entry", "rules, decisions and open matters first")
                    .doesNotContain("leave out is lost");
        }
        assertThat(PromptTemplate.MERGE.bundled()).contains("\"ledger\"", "word for word");
    }

    @Test
    void fillDoesNotExpandInsertedText() {
        StateSchema schema = CompilerFixture.oneField("say {{tokens}}");

        assertThat(PromptTemplate.fill("{{fields}} {{tokens}} {{tokens}}", schema, "", 800, 400))
                .isEqualTo("- \"notes\" (array of strings): say {{tokens}} 800 800");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "{{field}}", "{{tokens", "{{ tokens }}", "{{}}"})
    void rejectsUnfillableTemplate(String template) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelOptions.defaults().withMergePrompt(template))
                .withMessageContaining("mergePrompt");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelOptions.defaults().withInitialPrompt(template))
                .withMessageContaining("initialPrompt");
    }

    @Test
    void usesTheTemplatesOfTheUser() {
        CompilerFixture fixture = new CompilerFixture();
        fixture.options = fixture.options.withInitialPrompt("first {{words}}").withMergePrompt("then {{tokens}}");
        fixture.model.otherwise(request -> ModelAnswer.of(CompilerFixture.GOOD));

        fixture.compile();
        fixture.compile(CompilerFixture.span(), CompilerFixture.state("a fact"));

        assertThat(fixture.model.requests())
                .extracting(ModelRequest::instructions)
                .containsExactly("first 284", "then 380");
    }
}
