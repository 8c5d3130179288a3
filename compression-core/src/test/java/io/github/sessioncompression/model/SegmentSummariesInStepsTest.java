package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.CAP;
import static io.github.sessioncompression.model.CompilerFixture.SCHEMA;
import static io.github.sessioncompression.model.CompilerFixture.answer;
import static io.github.sessioncompression.model.CompilerFixture.facts;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Segment summaries of answers repaired, condensed, merged, cut off or made in steps. */
class SegmentSummariesInStepsTest extends SegmentSummariesFixture {
    @Test
    void theRepairAsksForItAgainAndItsAnswerCounts() {
        fixture.model
                .answers("no JSON at all")
                .answers(answered(List.of(told(1, DETAILED, BRIEF)), "the budget is 4,200 euros"));

        Compilation.Compiled outcome = compiled(request());

        assertThat(outcome.calls()).isEqualTo(2);
        assertThat(fixture.model.lastRequest().jsonSchema())
                .isEqualTo(fixture.model.requests().get(0).jsonSchema());
        assertThat(outcome.segments()).hasSize(1);
    }

    @Test
    void condensedStateKeepsSummaries() {
        fixture.model
                .answers(answered(List.of(told(1, DETAILED, BRIEF)), facts(CAP + 60)))
                .answers(answer("the budget is 4,200 euros"));

        Compilation.Compiled outcome = compiled(request());

        assertThat(outcome.calls()).isEqualTo(2);
        assertThat(fixture.model.lastRequest().jsonSchema()).isEqualTo(StateJson.jsonSchema(SCHEMA));
        assertThat(fixture.model.lastRequest().instructions()).doesNotContain("segment");
        assertThat(outcome.segments()).hasSize(1);
    }

    @Test
    void oversizedStateKeepsSummaries() {
        fixture.model
                .answers(answered(List.of(told(1, DETAILED, BRIEF)), facts(CAP - 40)))
                .answers(answer(facts(CAP - 30)));

        Compilation outcome = fixture.compiler().compile(request(), null);

        assertThat(outcome).isInstanceOfSatisfying(Compilation.Compiled.class, large -> assertThat(large.segments())
                .hasSize(1));
    }

    @Test
    void mergedWithAStateBeforeItIsToldOfTheNewMessagesAlone() {
        fixture.model.answers(answered(List.of(told(1, DETAILED, BRIEF)), "the budget is 4,200 euros"));
        CompileRequest merging = CompilerFixture.request(CompilerFixture.span(), CompilerFixture.state("a fact"))
                .withSegments(List.of(List.of(1L, 2L)));

        assertThat(compiled(merging).segments()).hasSize(1);
        assertThat(fixture.model.lastRequest().instructions()).contains("How to merge", "- \"segments\"");
    }

    @Test
    void summarizesNoSegmentsOfInputForSeveralSteps() {
        fixture.options = fixture.options.withContextWindow(6_000);
        List<Message> span = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            span.add(Message.user("Parrot number " + i + " wants crackers. " + "We plan the trip. ".repeat(20)));
        }
        fixture.model.otherwise(request -> ModelAnswer.of(answer("a trip")));

        Compilation.Compiled outcome =
                compiled(CompilerFixture.request(span, null).withSegments(List.of(List.of(1L, 2L))));

        assertThat(outcome.segments()).isEmpty();
        assertThat(fixture.model.requests())
                .hasSizeGreaterThan(2)
                .allSatisfy(request -> assertThat(request.jsonSchema()).doesNotContain("segment"));
    }

    @Test
    void noWindowIsTooSmallBecauseOfIt() {
        int without = 0;
        int with = 0;
        for (int window = 2_000; window <= 9_000; window += 250) {
            ModelOptions small = ModelOptions.defaults().withContextWindow(window);
            CompilerFixture plain = new CompilerFixture();
            CompilerFixture telling = new CompilerFixture();
            plain.options = small;
            telling.options = small;
            plain.model.otherwise(request -> ModelAnswer.of(CompilerFixture.GOOD));
            telling.model.otherwise(request -> ModelAnswer.of(CompilerFixture.GOOD));
            List<Message> span = new ArrayList<>(CompilerFixture.span());
            span.addAll(CompilerFixture.span());
            CompileRequest request = CompilerFixture.request(span, null);

            Compilation one = plain.compiler().compile(request, null);
            Compilation other = telling.compiler().compile(request.withSegments(List.of(List.of(1L, 2L))), null);

            assertThat(other.getClass()).as("window %d", window).isEqualTo(one.getClass());
            boolean asked = telling.model.requests().stream()
                    .anyMatch(sent -> sent.jsonSchema().contains("\"segment\""));
            without += asked ? 0 : 1;
            with += asked ? 1 : 0;
        }
        assertThat(without).isPositive();
        assertThat(with).isPositive();
    }

    @Test
    void restoresHiddenTextInSummaries() {
        Redactor names = text -> text.contains("Ottilie")
                ? List.of(new Redactor.Hidden(text.indexOf("Ottilie"), text.indexOf("Ottilie") + 7, "person", true))
                : List.of();
        List<Entry> span = Entries.of(List.of(
                Message.user("Ottilie plans the trip. " + "The budget is 4,200 euros. ".repeat(20)),
                Message.assistant("Noted. " + "Which dates suit you? ".repeat(20))));
        CompileRequest request =
                new CompileRequest(SCHEMA, span, null, null, CAP).withSegments(List.of(List.of(1L, 2L)));
        fixture.model.answers(
                answered(List.of(told(1, "[person-1] plans the trip for 4,200 euros.", "")), "[person-1] plans"));

        fixture.redactor = names;
        Compilation outcome = fixture.compiler().compile(request, null);

        assertThat(fixture.model.lastRequest().prompt()).doesNotContain("Ottilie");
        assertThat(((Compilation.Compiled) outcome).segments())
                .extracting(SegmentSummary::detailed)
                .containsExactly("Ottilie plans the trip for 4,200 euros.");
    }
}
