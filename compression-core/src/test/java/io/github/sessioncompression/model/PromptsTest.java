package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.state.StateField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptsTest {
    private static final List<String> BUNDLED = List.of(
            Prompts.bundled().initial(),
            Prompts.bundled().merge(),
            Prompts.bundled().condense());

    @Test
    void tellsEveryFieldWithItsTypeAndInstruction() {
        for (String template : BUNDLED) {
            String filled = Prompts.fill(template, CompilerFixture.SCHEMA, "", 800, 400);

            for (StateField field : CompilerFixture.SCHEMA.fields()) {
                String type = field.shape() == StateField.Shape.LIST ? "array of strings" : "one string";
                assertThat(filled).contains("- \"" + field.name() + "\" (" + type + "): " + field.instruction());
            }
            assertThat(filled).contains("up to 800 tokens, about 400 words").doesNotContain("{{");
        }
    }

    @Test
    void saysThatTheChatIsDataAndItsLanguageStays() {
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
        assertThat(Prompts.bundled().merge()).contains("\"ledger\"", "word for word");
    }

    @Test
    void doesNotFillInWhatWasFilledIn() {
        CompilerFixture.OneFieldSchema schema = new CompilerFixture.OneFieldSchema("say {{tokens}}");

        assertThat(Prompts.fill("{{fields}} {{tokens}} {{tokens}}", schema, "", 800, 400))
                .isEqualTo("- \"notes\" (array of strings): say {{tokens}} 800 800");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "{{field}}", "{{tokens", "{{ tokens }}", "{{}}"})
    void refusesATemplateThatCannotBeFilled(String template) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Prompts.bundled().withMerge(template))
                .withMessageContaining("merge");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Prompts.bundled().withInitial(template))
                .withMessageContaining("initial");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Prompts.bundled().withCondense(template))
                .withMessageContaining("condense");
    }

    @Test
    void usesTheTemplatesOfTheUser() {
        CompilerFixture fixture = new CompilerFixture();
        fixture.options = fixture.options.withPrompts(Prompts.bundled()
                .withInitial("first {{words}}")
                .withMerge("then {{tokens}}")
                .withCondense("less"));
        fixture.model.otherwise(request -> ModelAnswer.of(CompilerFixture.GOOD));

        fixture.compile();
        fixture.compile(CompilerFixture.span(), CompilerFixture.state("a fact"));

        assertThat(fixture.model.requests())
                .extracting(ModelRequest::instructions)
                .containsExactly("first 266", "then 380");
    }

    @Test
    void readsTemplatesFromFilesAndTheClassPath(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("own.txt"), "Fasse zusammen: {{fields}}");
        ClassLoader classes = PromptsTest.class.getClassLoader();

        assertThat(Prompts.read(file.toString(), classes)).isEqualTo("Fasse zusammen: {{fields}}");
        assertThat(Prompts.read("classpath:io/github/sessioncompression/model/merge.txt", classes))
                .isEqualTo(Prompts.bundled().merge());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Prompts.read("classpath:nowhere.txt", classes))
                .withMessageContaining("classpath:nowhere.txt");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Prompts.read(folder.resolve("nowhere.txt").toString(), classes))
                .withMessageContaining("nowhere.txt");
    }
}
