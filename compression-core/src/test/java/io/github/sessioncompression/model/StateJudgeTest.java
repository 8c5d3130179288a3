package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verdicts of a judge, and their effect on a state. */
class StateJudgeTest {
    private static final String LIE = "the budget is 4,200 dollars";
    private static final String RULE = "Nobody wants to fly.";

    private final CompilerFixture fixture = new CompilerFixture();
    private final ScriptedModel asked = new ScriptedModel();

    private Compiled judged(StateJudge judge) {
        fixture.model.answers(CompilerFixture.answer("the budget is 4,200 euros", LIE), Usage.of(100, 10));
        fixture.judge = judge;
        return (Compiled) fixture.compile();
    }

    @Test
    void takesOutUnsupportedEntries() {
        Compiled compiled =
                judged((request, state) -> new StateJudge.Verdict(List.of(LIE), List.of(), Usage.of(50, 5)));

        assertThat(compiled.state().texts("logos")).containsExactly("the budget is 4,200 euros");
        assertThat(compiled.usage()).isEqualTo(Usage.of(150, 15));
        assertThat(compiled.calls()).isEqualTo(2);
        assertThat(compiled.judgeFailure()).isNull();
    }

    @Test
    void addsMissingStatementsOnlyIfVerbatim() {
        Compiled compiled = judged((request, state) ->
                new StateJudge.Verdict(List.of(), List.of(RULE, "Nobody likes to fly."), Usage.NONE));

        assertThat(compiled.state().items(StateDocument.LEDGER)).singleElement().satisfies(item -> {
            assertThat(item.text()).isEqualTo(RULE);
            assertThat(item.sources()).containsExactly(3L);
            assertThat(item.origin()).isEqualTo(StateItem.Origin.USER);
        });
    }

    @Test
    void addsFoundStatementsAsNobodysInTheChat() {
        String found = "Opened seed bags are never returned.";
        Message asked = Message.user("When do I plant tulips? Context: " + found)
                .withParts(new Message.Parts("When do I plant tulips?", found));
        fixture.model.answers(CompilerFixture.answer("tulips are planted in autumn"), Usage.of(100, 10));
        fixture.judge = (request, state) -> new StateJudge.Verdict(List.of(), List.of(found), Usage.NONE);

        List<Message> span = new ArrayList<>(CompilerFixture.span());
        span.add(asked);

        Compiled compiled = (Compiled) fixture.compile(span, null);

        assertThat(compiled.state().items(StateDocument.LEDGER))
                .extracting(StateItem::origin)
                .containsExactly(StateItem.Origin.OUTSIDE);
    }

    @Test
    void asksModelOnceUnderSchema() {
        asked.answers("{\"unsupported\":[2],\"missing\":[\"" + RULE + "\"]}", Usage.of(70, 7));

        Compiled compiled = judged(StateJudge.asking(asked));

        assertThat(compiled.state().texts("logos")).containsExactly("the budget is 4,200 euros");
        assertThat(compiled.state().texts(StateDocument.LEDGER)).containsExactly(RULE);
        assertThat(compiled.usage()).isEqualTo(Usage.of(170, 17));
        ModelRequest request = asked.lastRequest();
        assertThat(asked.requests()).hasSize(1);
        assertThat(request.jsonSchema()).contains("\"unsupported\"", "\"missing\"", "\"additionalProperties\":false");
        assertThat(request.prompt())
                .contains("<state_entries>\n1. the budget is 4,200 euros\n2. " + LIE, "Now check the numbered entries")
                .doesNotContain("Now write down");
    }

    @Test
    void failingJudgeChangesNothing() {
        for (StateJudge judge : List.<StateJudge>of(
                (request, state) -> {
                    throw new IllegalStateException("down");
                },
                (request, state) -> new StateJudge.Verdict(
                        state.items().stream().map(StateItem::text).toList(), List.of(), Usage.NONE),
                StateJudge.asking(request -> ModelAnswer.of("I like it.")))) {
            Compiled compiled = judged(judge);

            assertThat(compiled.state().texts("logos")).containsExactly("the budget is 4,200 euros", LIE);
            assertThat(compiled.judgeFailure()).isNotBlank().doesNotContain("down");
            assertThat(compiled.calls()).isEqualTo(2);
        }
    }

    @Test
    void seesNoSecrets() {
        asked.answers("{\"unsupported\":[],\"missing\":[]}");
        fixture.model.answers(CompilerFixture.GOOD);
        List<Message> span = new ArrayList<>(CompilerFixture.span());
        span.add(Message.user("The password is hunter2-Secret99."));

        fixture.judge = StateJudge.asking(asked);
        fixture.compiler().compile(CompilerFixture.request(span, null), null);

        assertThat(asked.lastRequest().prompt()).doesNotContain("hunter2").contains("[secret]");
    }
}
