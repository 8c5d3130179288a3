package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Warnings;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.RequestForm.Shape;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@link RequestLadder} makes of a first answer, if the model may ignore the schema. */
class AssumedSchemaTest {
    @AutoClose
    private final Warnings warnings = new Warnings();

    private static ModelRequest request() {
        return new ModelRequest("Write.", "It rains.", "session", "{\"required\": [\"logos\", \"pathos\"]}", 500);
    }

    private static RequestLadder unsure(Shape shape) {
        return new RequestLadder("small", RequestForm.of(shape), true, false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{\"logos\": [], \"pathos\": []} | SCHEMA",
                "Sure: {\"pathos\": [], \"logos\": [], \"more\": 1} | SCHEMA",
                "{\"logos\": []} | PROMPT",
                "It rains a lot. | PROMPT",
            })
    void comparesFirstAnswerWithAssumedSchema(String answer, Shape next) {
        RequestLadder ladder = unsure(Shape.SCHEMA);

        ladder.answered(request(), ModelAnswer.of(answer));

        assertThat(ladder.form()).isEqualTo(RequestForm.of(next));
        assertThat(warnings.lines()).hasSize(next == Shape.PROMPT ? 1 : 0);
    }

    @Test
    void judgesNoUnfinishedAnswerAndNoneTwice() {
        RequestLadder ladder = unsure(Shape.SCHEMA);

        ladder.answered(request(), new ModelAnswer("{\"logos\"", FinishReason.LENGTH, null));
        ladder.answered(request(), ModelAnswer.of("{\"logos\": [], \"pathos\": []}"));
        ladder.answered(request(), ModelAnswer.of("It rains."));

        assertThat(ladder.form().shape()).isEqualTo(Shape.SCHEMA);
        assertThat(warnings.lines()).isEmpty();
    }

    @Test
    void keepsDeclaredSchemaWhateverIsAnswered() {
        RequestLadder ladder = new RequestLadder("small", RequestForm.of(Shape.SCHEMA), true, true);

        ladder.answered(request(), ModelAnswer.of("It rains."));

        assertThat(ladder.form().shape()).isEqualTo(Shape.SCHEMA);
    }
}
