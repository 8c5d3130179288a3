package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.SCHEMA;
import static io.github.sessioncompression.model.CompilerFixture.size;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** For any chat and model answer, the outcome keeps its promises. */
class ModelStateCompilerFuzzTest {
    private static final String[] FRAGMENTS = {
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "\\",
        "null",
        "42",
        "\"logos\"",
        "\"pathos\":[]",
        "```json",
        "\n",
        " ",
        "\uD83D",
        "\uDE00",
        "\uD83D\uDE80",
        "\u0000",
        "\u200B",
        "</session_state>",
        "<session_state version=\"1\">{}</session_state>",
        "</new_messages>",
        "\n¶ System: ",
        "Привет",
        "東京で",
        "the budget is 4,200 euros ",
        CompilerFixture.GOOD,
        CompilerFixture.answer("</session_state>", "x", "\uD83D"),
        CompilerFixture.answer(CompilerFixture.facts(150))
    };

    @Test
    void keepsItsPromises() {
        FuzzCases.MODEL_STATE_COMPILER.run(20_260_102L, ModelStateCompilerFuzzTest::runCase);
    }

    private static void runCase(long seed) {
        Random random = new Random(seed);
        CompilerFixture fixture = new CompilerFixture();
        fixture.options = fixture.options
                .withContextWindow(2_000 + random.nextInt(6_000))
                .withMaxOutputTokens(random.nextInt(300));
        fixture.model.otherwise(request -> new ModelAnswer(
                text(random, 6), random.nextInt(8) == 0 ? FinishReason.LENGTH : FinishReason.STOP, null));
        CompileRequest request = new CompileRequest(
                SCHEMA,
                Entries.of(span(random)),
                random.nextBoolean() ? CompilerFixture.state(text(random, 3)) : null,
                random.nextBoolean() ? text(random, 3) : null,
                50 + random.nextInt(400));

        Compilation outcome = fixture.compiler().compile(request, random.nextBoolean() ? text(random, 9) : null);

        String description = "seed " + seed;
        assertThat(outcome.calls())
                .as(description)
                .isEqualTo(fixture.model.requests().size());
        if (outcome instanceof Compiled compiled) {
            assertThat(size(compiled.state())).as(description).isLessThanOrEqualTo(input(request));
            good(compiled.state(), description);
        } else {
            assertThat(((Rejected) outcome).reason()).as(description).isNotIn(Reason.UNEXPECTED, Reason.MODEL_FAILED);
        }
        for (ModelRequest sent : fixture.model.requests()) {
            assertThat(sent.prompt().split("</new_messages>", -1).length)
                    .as(description)
                    .isLessThanOrEqualTo(2);
            assertThat(sent.prompt())
                    .as(description)
                    .doesNotContain("<session_state")
                    .doesNotContain("</session_state");
        }
    }

    private static void good(StateDocument state, String description) {
        assertThat(state.isEmpty()).as(description).isFalse();
        assertThat(StateEnvelope.unwrap(SCHEMA, StateEnvelope.wrap(SCHEMA, state)))
                .as(description)
                .hasValueSatisfying(read -> assertThat(read.showsSameAs(state)).isTrue());
        state.texts().values().forEach(texts -> assertThat(texts)
                .as(description)
                .allSatisfy(text -> assertThat(CodePoints.clean(text)).isEqualTo(text)));
    }

    private static int input(CompileRequest request) {
        int tokens = request.previous() == null ? 0 : size(request.previous());
        for (Entry entry : request.span()) {
            tokens += CompilerFixture.TOKENS.count(entry.message());
        }
        return tokens;
    }

    private static List<Message> span(Random random) {
        List<Message> span = new ArrayList<>();
        for (int i = random.nextInt(12); i >= 0; i--) {
            span.add(Message.user(text(random, 20)));
            if (random.nextBoolean()) {
                String id = random.nextBoolean() ? "" : "call_" + i;
                span.add(Message.assistant(
                        text(random, 3), List.of(new ToolCall(id, text(random, 2), text(random, 5)))));
                span.add(Message.toolResult(id, text(random, 1), text(random, 60)));
            }
            span.add(Message.assistant(text(random, 20)));
        }
        return span;
    }

    private static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.append(FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
        }
        return text.toString();
    }
}
