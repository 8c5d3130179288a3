package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of answers that say the same over and over. */
class LoopTest {
    private final CompilerFixture fixture = new CompilerFixture();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The kitchen is 100 cm wide. The kitchen is 100 cm deep. ",
                "\"I\", ",
                " ",
                "The sink, the tap, the hob and the oven, the lamp, the shelf and the door; ",
                "我们去看海。"
            })
    void isAnEndInTheSameWords(String round) {
        String looping = "{\"logos\":[\"Budget 9,400 euros\"," + round.repeat(60);

        assertThat(Loop.endsIn(looping)).isTrue();
        assertThat(Loop.endsIn(looping + round.substring(0, round.length() / 2)))
                .isTrue();
        assertThat(Loop.endsIn(looping + "And then something else was said, which was not said before."))
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
    void isNotWhatOnlyLooksAlike(String text) {
        assertThat(Loop.endsIn(text)).isFalse();
        assertThat(Loop.once(text)).isSameAs(text);
    }

    @Test
    void isSaidOnce() {
        assertThat(Loop.once("The fridge is deep. It is 68 cm. It is 68 cm. It is 68 cm. It is 6"))
                .isEqualTo("The fridge is deep. It is 68 cm. It is 6");
        assertThat(Loop.once("今天很好。今天很好。今天很好。明天再说。")).isEqualTo("今天很好。明天再说。");
    }

    @Test
    void leavesWhatIsSaidTwiceOrBriefly() {
        String twice = "It is 68 cm. It is 68 cm. No. No. No. No.";

        assertThat(Loop.once(twice)).isSameAs(twice);
    }

    @Test
    void isPaidOnceAndGivesWhatWasSaidBeforeIt() {
        String begun = "{\"logos\":[\"the budget is 4,200 euros\",\"nobody wants to fly\"],\"pathos\":[],\"abstract\":"
                + "[],\"conversation_summary\":\"They plan a trip. ";
        fixture.model.answers(begun + "They go by train. ".repeat(40) + "They go by", FinishReason.LENGTH);

        Compiled compiled = (Compiled) fixture.compile();

        assertThat(compiled.calls()).isEqualTo(1);
        assertThat(compiled.state().texts("logos")).containsExactly("the budget is 4,200 euros", "nobody wants to fly");
        assertThat(compiled.state().text("conversation_summary")).isEqualTo("They plan a trip. They go by train.");
    }

    @Test
    void isNotPaidTwiceWhereItIsTooLarge() {
        String facts = "\"" + String.join("\",\"", CompilerFixture.facts(CompilerFixture.CAP - 60)) + "\",";
        fixture.model.answers("{\"logos\":[" + facts + "\"by train\",".repeat(60), FinishReason.LENGTH);

        assertThat(fixture.compile()).isInstanceOf(Compilation.Oversized.class);
        assertThat(fixture.model.requests()).hasSize(1);
    }

    @Test
    void leavesFieldsItDidNotComeToEmpty() {
        String begun = "{\"logos\":[\"the budget is 4,200 euros\",";
        fixture.model.answers(begun + "\"by train\",".repeat(60) + "\"by tr", FinishReason.LENGTH);

        Compiled compiled = (Compiled) fixture.compile();

        assertThat(compiled.state().texts("logos")).containsExactly("the budget is 4,200 euros", "by train");
        assertThat(compiled.state().text("conversation_summary")).isEmpty();
    }

    @Test
    void isRefusedForGoodWhereNothingWasSaidBeforeIt() {
        for (String looping : List.of(
                "{\"logos\":[" + "\"logos\",".repeat(60),
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

    @Test
    void isSaidOnceInAnAnswerThatCameToItsEnd() {
        fixture.model.answers(CompilerFixture.answer(
                "the budget is 4,200 euros", "they take the train. they take the train. they take the train."));

        Compiled compiled = (Compiled) fixture.compile();

        assertThat(compiled.state().texts("logos"))
                .containsExactly("the budget is 4,200 euros", "they take the train.");
    }
}
