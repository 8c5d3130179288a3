package io.github.sessioncompression.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateField.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StateSchemaTest {
    @Test
    void theSessionSchemaHasTheFourWireFieldsInOrder() {
        assertThat(StateSchema.session().fields())
                .extracting(StateField::name, StateField::shape, StateField::content)
                .containsExactly(
                        tuple("logos", Shape.LIST, Content.FACTS),
                        tuple("pathos", Shape.LIST, Content.TONE),
                        tuple("abstract", Shape.LIST, Content.CONCEPTS),
                        tuple("conversation_summary", Shape.TEXT, Content.NARRATIVE));
    }

    @Test
    void theResearchSchemaHoldsFindingsHypothesesAndNextActions() {
        assertThat(names(StateSchema.research())).startsWith("findings", "hypotheses", "next_actions");
    }

    @Test
    void theContinuationSchemaHasItsFiveSections() {
        assertThat(names(StateSchema.continuation())).containsExactly("done", "doing", "files", "next", "decisions");
    }

    @ParameterizedTest
    @MethodSource("bundled")
    void bundledFieldsHaveDistinctInstructions(StateSchema schema) {
        assertThat(schema.fields())
                .allSatisfy(
                        field -> assertThat(field.instruction()).endsWith(".").hasSizeBetween(40, 400));
        assertThat(schema.fields()).extracting(StateField::instruction).doesNotHaveDuplicates();
    }

    @Test
    void anApplicationsOwnSchemaKeepsItsNameAndFields() {
        StateSchema schema = new StateSchema("My_Recipe_2", fields(16));

        assertThat(schema.name()).isEqualTo("My_Recipe_2");
        assertThat(names(schema)).hasSize(16);
    }

    @Test
    void laterChangesToTheGivenListDoNotReachTheSchema() {
        List<StateField> given = new ArrayList<>(fields(2));
        StateSchema schema = new StateSchema("own", given);

        given.clear();

        assertThat(schema.fields()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 17})
    void refusesTooFewOrTooManyFields(int count) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StateSchema("own", fields(count)))
                .withMessage("fields must be 1 to 16 of them, but were " + count);
    }

    @Test
    void refusesTwoFieldsOfOneName() {
        List<StateField> twice = Collections.nCopies(2, fields(1).get(0));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StateSchema("own", twice))
                .withMessage("fields must have different names, but two are 'field_0'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "with space", "käse", "a-b", "</session_state>"})
    void rejectsNamesInvalidForProviders(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StateSchema(name, fields(1)))
                .withMessageContaining("name must be 1 to 64 letters, digits or underscores, but was '" + name + "'");
    }

    @Test
    void aNameMayHave64CharactersAndNoMore() {
        assertThat(new StateSchema("n".repeat(64), fields(1)).name()).hasSize(64);
        assertThatIllegalArgumentException().isThrownBy(() -> new StateSchema("n".repeat(65), fields(1)));
    }

    static Stream<StateSchema> bundled() {
        return Stream.of(StateSchema.session(), StateSchema.research(), StateSchema.continuation());
    }

    static List<StateField> fields(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new StateField("field_" + i, Shape.LIST, Content.FACTS, "What it holds."))
                .toList();
    }

    private static List<String> names(StateSchema schema) {
        return schema.fields().stream().map(StateField::name).toList();
    }
}
