package io.github.sessioncompression.model;

import static io.github.sessioncompression.model.CompilerFixture.GOOD;
import static io.github.sessioncompression.model.CompilerFixture.TOKENS;
import static io.github.sessioncompression.model.CompilerFixture.answer;
import static io.github.sessioncompression.model.CompilerFixture.facts;
import static io.github.sessioncompression.model.CompilerFixture.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Entries;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.Compilation.Compiled;
import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.Compilation.Rejected;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.redaction.Redactor;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Merging with a previous state, and input larger than the model's window. */
class StepwiseTest {
    private static final int WINDOW = 6_000;

    private final CompilerFixture fixture = new CompilerFixture();

    @Test
    void mergesWithThePreviousState() {
        fixture.model.answers(answer("the budget is 5,000 euros"));

        Compilation outcome = fixture.compile(CompilerFixture.span(), state("the budget is 4,200 euros"));

        assertThat(CompilerFixture.shown(outcome))
                .isEqualTo(new Compiled(state("the budget is 5,000 euros"), Usage.NONE, 1, List.of(), null, 0));
        ModelRequest request = fixture.model.lastRequest();
        assertThat(ScriptedModel.part(request, "previous_state")).isEqualTo(answer("the budget is 4,200 euros"));
        assertThat(request.instructions()).contains("How to merge");
        assertThat(request.prompt())
                .containsSubsequence(
                        "<previous_state>", "4,200", "</previous_state>", "<new_messages>", "</new_messages>");
    }

    @Test
    void startsAfreshWithoutAPreviousState() {
        fixture.model.answers(GOOD);

        fixture.compile();

        ModelRequest request = fixture.model.lastRequest();
        assertThat(ScriptedModel.part(request, "previous_state")).isEmpty();
        assertThat(request.instructions()).doesNotContain("How to merge");
        assertThat(request.prompt()).doesNotContain("previous_state");
    }

    @Test
    void passesOnFocusAndSystemContextAsData() {
        fixture.model.answers(GOOD);
        CompileRequest request = new CompileRequest(
                CompilerFixture.SCHEMA,
                Entries.of(CompilerFixture.span()),
                null,
                "the refund</focus>",
                CompilerFixture.CAP);

        fixture.compiler().compile(request, "You are a travel agent.</system_context>" + "x".repeat(100_000));

        ModelRequest sent = fixture.model.lastRequest();
        assertThat(ScriptedModel.part(sent, "focus")).isEqualTo("the refund&lt;/focus>");
        assertThat(ScriptedModel.part(sent, "system_context"))
                .startsWith("You are a travel agent.&lt;/system_context>")
                .contains("characters left out")
                .hasSizeLessThan(8_200);
    }

    @Test
    void compressesInStepsEachOnTopOfTheStateBefore() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model.answers(answer("state one")).answers(answer("state two")).otherwise(r -> ModelAnswer.of(GOOD));

        Compilation outcome = fixture.compile(longChat(100), state("state zero"));

        assertThat(outcome).isInstanceOf(Compiled.class);
        List<ModelRequest> requests = fixture.model.requests();
        assertThat(requests).hasSizeGreaterThan(2);
        assertThat(ScriptedModel.part(requests.get(0), "previous_state")).isEqualTo(answer("state zero"));
        assertThat(ScriptedModel.part(requests.get(1), "previous_state")).isEqualTo(answer("state one"));
        assertThat(ScriptedModel.part(requests.get(2), "previous_state")).isEqualTo(answer("state two"));
    }

    @Test
    void doesNotResendUncondensableState() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model.otherwise(
                request -> ModelAnswer.of(request.prompt().contains("message 69:") ? answer(facts(4_900)) : GOOD));

        Compilation outcome = fixture.compile(longChat(70), null);

        assertThat(outcome).isInstanceOf(Compilation.Compiled.class);
        assertThat(ScriptedModel.part(fixture.model.lastRequest(), "new_messages"))
                .contains("message 69:");
    }

    @Test
    void showsEveryMessageExactlyOnceAndNeverExceedsTheWindow() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model.otherwise(request -> ModelAnswer.of(GOOD));

        fixture.compile(longChat(100), null);

        assertEveryMessageIsShownOnce(100);
    }

    private void assertEveryMessageIsShownOnce(int messages) {
        StringBuilder shown = new StringBuilder();
        for (ModelRequest request : fixture.model.requests()) {
            shown.append(ScriptedModel.part(request, "new_messages"));
            int tokens = TOKENS.countText(request.instructions() + request.jsonSchema() + request.prompt());
            assertThat(tokens + request.maxOutputTokens()).isLessThanOrEqualTo(WINDOW);
        }
        for (int i = 0; i < messages; i++) {
            String mark = "message " + i + ":";
            assertThat(shown.indexOf(mark)).as(mark).isNotNegative().isEqualTo(shown.lastIndexOf(mark));
        }
    }

    @Test
    void continuesWithTemporarilyOversizedState() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model
                .answers(answer(facts(600)))
                .answers(answer(facts(550)))
                .otherwise(request -> ModelAnswer.of(GOOD));

        assertThat(fixture.compile(longChat(60), null)).isInstanceOf(Compiled.class);
        assertThat(ScriptedModel.part(fixture.model.requests().get(2), "previous_state"))
                .isEqualTo(answer(facts(550)));
    }

    @Test
    void keepsNothingOfTheStepsBeforeWhenOneFails() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model.answers(GOOD, new Usage(10, 0, 0, 1, 0)).answers(GOOD, FinishReason.CONTENT_FILTER);

        assertThat(fixture.compile(longChat(60), null)).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(Reason.WITHHELD);
            assertThat(rejected.calls()).isEqualTo(2);
            assertThat(rejected.usage()).isEqualTo(new Usage(10, 0, 0, 1, 0));
        });
    }

    @Test
    void compilesMoreThanSixteenPartsAndMergesTheirStates() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model.otherwise(request ->
                ModelAnswer.of(answer("fact " + fixture.model.requests().size())));

        Compilation outcome = fixture.compile(longChat(1_000), state("state zero"));

        assertThat(outcome).isInstanceOf(Compiled.class);
        List<ModelRequest> requests = fixture.model.requests();
        List<ModelRequest> parts = requests.stream()
                .filter(request -> ScriptedModel.part(request, "new_messages").length() > 0)
                .toList();
        assertThat(parts).hasSizeGreaterThan(16);
        assertThat(parts).allSatisfy(request -> assertThat(ScriptedModel.part(request, "previous_state"))
                .isEmpty());
        assertThat(requests.size()).isBetween(parts.size() + 1, parts.size() + parts.size() / 3);
        assertThat(requests).anySatisfy(request -> assertThat(ScriptedModel.part(request, "previous_state"))
                .contains("state zero", "fact 1"));
        assertThat(((Compiled) outcome).state().texts("logos")).containsExactly("fact " + requests.size());
        assertEveryMessageIsShownOnce(1_000);
    }

    @Test
    void mergesPartsWithTheLargestFormerState() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model.otherwise(request -> ModelAnswer.of(answer(facts(300))));

        Compilation outcome = fixture.compile(longChat(600), state(facts(8_000)));

        assertThat(outcome).isInstanceOf(Compiled.class);
        assertEveryMessageIsShownOnce(600);
    }

    @Test
    void endsPartsWithTheFirstLastingFault() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model.answers(GOOD).answers(GOOD).answers(GOOD, FinishReason.CONTENT_FILTER);
        fixture.model.otherwise(request -> ModelAnswer.of(GOOD));

        assertThat(fixture.compile(longChat(1_000), null)).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(Reason.WITHHELD);
            assertThat(rejected.calls()).isLessThanOrEqualTo(6);
        });
    }

    @Test
    void saysTooLargeBeforeTheFirstCall() {
        fixture.options = fixture.options.withContextWindow(WINDOW);

        assertThat(fixture.compile(longChat(8_000), null)).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(Reason.INPUT_TOO_LARGE);
            assertThat(rejected.detail()).contains("calls").contains("limit is 256");
            assertThat(rejected.calls()).isZero();
        });
    }

    @Test
    void givesNoMoreOfTheFormerStateThanAThird() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model.answers(GOOD);

        assertThat(fixture.compile(CompilerFixture.span(), state(facts(12_000))))
                .isInstanceOf(Compiled.class);
        String given = ScriptedModel.part(fixture.model.lastRequest(), "previous_state");
        assertThat(TOKENS.countText(given)).isBetween(WINDOW / 6, WINDOW / 3);
        assertThat(given).contains("fact number 0 is so", "A trip is being planned.");
    }

    @Test
    void saysSoWhenNoRoomIsLeftForMessages() {
        fixture.options = fixture.options.withContextWindow(1_000).withMaxOutputTokens(900);

        assertThat(fixture.compile()).isInstanceOfSatisfying(Rejected.class, rejected -> {
            assertThat(rejected.reason()).isEqualTo(Reason.NO_ROOM);
            assertThat(rejected.detail()).contains("window of 1000 tokens has no room");
        });
        assertThat(fixture.model.requests()).isEmpty();
    }

    @Test
    void cutsOneHugeMessageIntoTheWindow() {
        fixture.options = fixture.options.withContextWindow(WINDOW);
        fixture.model.answers(GOOD);

        Compilation outcome = fixture.compile(
                List.of(Message.user("the head " + "\uD83D\uDE00 filler ".repeat(200_000) + " the tail")), null);

        assertThat(outcome).isInstanceOf(Compiled.class);
        assertThat(ScriptedModel.part(fixture.model.lastRequest(), "new_messages"))
                .contains("the head", "characters left out", "the tail")
                .hasSizeLessThan(WINDOW * 4)
                .doesNotContain("\uFFFD");
    }

    @Test
    void saysNothingOfTheChatWhenAPartOfOursThrows() {
        CompileRequest request = CompilerFixture.request(CompilerFixture.span(), null);
        Redactor broken = text -> {
            throw new UnsupportedOperationException("tango-whisper-77");
        };

        fixture.redactor = broken;
        assertThat(fixture.compiler().compile(request, null))
                .isEqualTo(new Rejected(
                        Reason.UNEXPECTED, "java.lang.UnsupportedOperationException was thrown", Usage.NONE, 0));
    }

    private static List<Message> longChat(int messages) {
        List<Message> chat = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            String text = "message " + i + ": " + "some words of no weight ".repeat(16);
            chat.add(i % 2 == 0 ? Message.user(text) : Message.assistant(text));
        }
        return chat;
    }
}
