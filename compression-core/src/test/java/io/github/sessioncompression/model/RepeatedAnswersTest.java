package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that say the same over and over. */
class RepeatedAnswersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "The kitchen is 100 cm wide. The kitchen is 100 cm deep. ",
                "\"I\", ",
                " ",
                "The sink, the tap, the hob and the oven, the lamp, the shelf and the door; ",
                "我们去看海。"
            })
    void detectsEndInSameWords(String round) {
        String looping = "{\"logos\":[\"Budget 9,400 euros\"," + round.repeat(60);

        assertThat(AnswerReader.repeatsItself(looping)).isTrue();
        assertThat(AnswerReader.repeatsItself(looping + round.substring(0, round.length() / 2)))
                .isTrue();
        assertThat(AnswerReader.repeatsItself(looping + "And then something else was said, which was not said before."))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "!!!",
                "no, no, no",
                "aaaaaaaaaaaaaaaaaaaa",
                "Crate 4100 is full. Crate 4107 is full. Crate 4114 is full. Crate 4121 is full. Crate 4128 is full."
            })
    void ignoresLookalikes(String text) {
        assertThat(AnswerReader.repeatsItself(text)).isFalse();
    }

    @Test
    void rejectsRepetitionWithoutRepair() {
        for (String looping : List.of(
                "{\"logos\":[" + "\"logos\",".repeat(60),
                "{\"logos\":[\"the budget is 4,200 euros\"," + "\"by train\",".repeat(60),
                "{\"logos\":[\"" + "https://www.example.org/search?q=".repeat(60),
                "{" + " ".repeat(900),
                "Here is the JSON object. ".repeat(60))) {
            CompilerFixture each = new CompilerFixture();
            each.model.answers(looping, FinishReason.LENGTH);

            Rejected rejected = (Rejected) each.compile();

            assertThat(rejected.reason()).isEqualTo(Reason.CUT_OFF);
            assertThat(rejected.calls()).isEqualTo(1);
        }
    }
}
