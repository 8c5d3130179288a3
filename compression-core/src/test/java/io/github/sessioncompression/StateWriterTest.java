package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.token.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Author of a state, and facts added to it. */
class StateWriterTest extends StateWriterFixture {
    private static final Usage USAGE = Usage.of(900, 60);

    private final ScriptedModel model = new ScriptedModel();

    private static CompressTask task(boolean free, StateDocument previous, int cap) {
        List<Entry> span = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            span.add(Contexts.entry(
                    i + 1, Message.user("Crate QX-" + (4_100 + 7 * i) + " is full. " + "All is well. ".repeat(20))));
        }
        return task(free, previous, cap, span);
    }

    private static CompressTask task() {
        return task(false, StateDocument.EMPTY, CAP);
    }

    private static ModelAnswer answer(String logos) {
        return new ModelAnswer(
                "{\"logos\":[" + logos + "],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"Crates.\"}",
                FinishReason.STOP,
                USAGE);
    }

    private static String crates(int count) {
        StringBuilder logos = new StringBuilder();
        for (int i = 0; i < count; i++) {
            logos.append(i == 0 ? "" : ",")
                    .append("\"crate QX-")
                    .append(4_100 + 7 * i)
                    .append(" is full\"");
        }
        return logos.toString();
    }

    private static int size(WrittenState.Written state) {
        return Contexts.RULES.stateTokens(state.document());
    }

    @Test
    void withoutAModelItIsWrittenOffline() {
        WrittenState.Written state =
                written(writer(POLICY, null).write("chat", task(), Contexts.run(Focus.none()), List.of()));

        assertThat(state.by()).isEqualTo(Outcome.Compressed.By.OFFLINE);
        assertThat(state.calls()).isZero();
        assertThat(state.failure()).isNull();
        assertThat(state.document().toString()).contains("QX-4100", "QX-4177");
        assertThat(state.coverage().share()).isEqualTo(1);
        assertThat(size(state)).isLessThanOrEqualTo(CAP);
    }

    @Test
    void theModelWritesItAndIsPaid() {
        model.answers(answer(crates(12)));

        WrittenState.Written state =
                written(writer(POLICY, model).write("chat", task(), Contexts.run(Focus.on("crates")), List.of()));

        assertThat(state.by()).isEqualTo(Outcome.Compressed.By.MODEL);
        assertThat(state.calls()).isEqualTo(1);
        assertThat(state.usage()).isEqualTo(USAGE);
        assertThat(state.failure()).isNull();
        assertThat(state.coverage().required()).isEqualTo(12);
        assertThat(ScriptedModel.part(model.lastRequest(), "focus")).isEqualTo("crates");
    }

    @Test
    void asksNoModelForFreeTask() {
        WrittenState.Written state = written(writer(POLICY, model)
                .write("chat", task(true, StateDocument.EMPTY, CAP), Contexts.run(Focus.none()), List.of()));

        assertThat(state.by()).isEqualTo(Outcome.Compressed.By.OFFLINE);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void fallsBackToExtractIfModelFails() {
        model.fails(new IllegalStateException("down"));

        WrittenState.Written state =
                written(writer(POLICY, model).write("chat", task(), Contexts.run(Focus.none()), List.of()));

        assertThat(state.by()).isEqualTo(Outcome.Compressed.By.OFFLINE_AFTER_FAILURE);
        assertThat(Objects.requireNonNull(state.failure()).kind()).isEqualTo("MODEL_FAILED");
        assertThat(state.calls()).isEqualTo(1);
    }

    @Test
    void failsIfModelFailsAndPolicyForbidsExtract() {
        model.fails(new IllegalStateException("down"));

        WrittenState state = writer(POLICY.withFailure(FailurePolicy.TRUNCATE), model)
                .write("chat", task(), Contexts.run(Focus.none()), List.of());

        assertThat(state).isInstanceOf(WrittenState.Failed.class);
        assertThat(Objects.requireNonNull(state.failure()).kind()).isEqualTo("MODEL_FAILED");
        assertThat(state.calls()).isEqualTo(1);
    }

    @Test
    void fallsBackToExtractIfEveryEntryIsInvented() {
        model.answers(
                "{\"logos\":[\"it weighs 310 kg, says the label of the crate, "
                        + "which was painted in red letters on the left side of the lid, "
                        + "and so says the second one beside it\"],\"pathos\":[],\"abstract\":[],\"conversation_summary\":\"\"}");

        WrittenState.Written state =
                written(writer(POLICY, model).write("chat", task(), Contexts.run(Focus.none()), List.of()));

        assertThat(state.by()).isEqualTo(Outcome.Compressed.By.OFFLINE_AFTER_FAILURE);
        assertThat(Objects.requireNonNull(state.failure()).kind()).isEqualTo("EMPTY_STATE");
        assertThat(state.calls()).isEqualTo(1);
        assertThat(state.coverage().share()).isEqualTo(1);
    }

    @Test
    void givesTheModelTheChatsSystemPrompt() {
        model.answers(answer(crates(12)));
        CompressTask plain = task();
        Pins pins = new Pins(
                Contexts.entries(1, Message.system("You run the warehouse.")), List.of(), null, plain.covered());
        CompressTask task = new CompressTask(
                "life",
                0,
                plain.base(),
                plain.previous(),
                List.of(),
                pins,
                List.of(),
                plain.span(),
                List.of(),
                12,
                CAP,
                4_000,
                false);

        writer(POLICY, model).write("chat", task, Contexts.run(Focus.none()), List.of());

        assertThat(ScriptedModel.part(model.lastRequest(), "system_context")).isEqualTo("You run the warehouse.");
    }

    @Test
    void keepsModelStateAsWritten() {
        model.answers(
                answer(
                        "\"Crate QX-4100 and crate QX-4107 and crate QX-4114 are full, says the user, and so are all the other crates.\",\"Nothing else was said of the crates, and all is well.\""));

        WrittenState.Written state =
                written(writer(POLICY, model).write("chat", task(), Contexts.run(Focus.none()), List.of()));

        assertThat(state.by()).isEqualTo(Outcome.Compressed.By.MODEL);
        assertThat(state.calls()).isEqualTo(1);
        assertThat(state.document().texts("logos"))
                .containsExactly(
                        "Crate QX-4100 and crate QX-4107 and crate QX-4114 are full, says the user, and so are all the other crates.",
                        "Nothing else was said of the crates, and all is well.");
        assertThat(state.document().texts(StateDocument.LEDGER)).hasSizeBetween(3, 6);
        assertThat(state.coverage().held()).isGreaterThanOrEqualTo(3);
        assertThat(state.coverage().leftOut()).isPositive();
    }

    @Test
    void writesNothingOnInterruptedThread() {
        StateWriter writer = writer(POLICY, model);
        Thread.currentThread().interrupt();

        WrittenState state = writer.write("chat", task(), Contexts.run(Focus.none()), List.of());

        assertThat(state).isInstanceOf(WrittenState.Failed.class);
        assertThat(Objects.requireNonNull(state.failure()).kind()).isEqualTo("INTERRUPTED");
    }

    @Test
    void mayExtractWithoutModelOrIfPolicyAllows() {
        CompressionPolicy keep = POLICY.withFailure(FailurePolicy.TRUNCATE);

        assertThat(writer(POLICY, model).mayWriteOffline()).isTrue();
        assertThat(writer(keep, null).mayWriteOffline()).isTrue();
        assertThat(writer(keep, model).mayWriteOffline()).isFalse();
    }

    @Test
    void shortensOversizedStateToCap() {
        CompressTask small = task(false, StateDocument.EMPTY, 100);
        model.answers(answer(crates(12))).answers(answer(crates(12)));

        WrittenState.Written state =
                written(writer(POLICY, model).write("chat", small, Contexts.run(Focus.none()), List.of()));

        assertThat(state.by()).isEqualTo(Outcome.Compressed.By.MODEL);
        assertThat(size(state)).isLessThanOrEqualTo(100);
        assertThat(state.calls()).isEqualTo(2);
    }

    @Test
    void quotesRequiredFactsOfEarlierSpans() {
        StateItem said = new StateItem(
                "User: The invoice RE-2291 is due.",
                StateItem.Kind.FACT,
                List.of(),
                StateItem.Origin.USER,
                StateItem.Writer.RULES);
        StateDocument previous = StateDocument.ofTexts(Map.of("logos", List.of("an invoice is open")))
                .with(StateDocument.KEPT, List.of(said));
        model.otherwise((ModelRequest request) -> answer(crates(12)));

        WrittenState.Written state = written(
                writer(POLICY, model).write("chat", task(false, previous, CAP), Contexts.run(Focus.none()), List.of()));

        assertThat(state.document().texts(StateDocument.LEDGER)).contains("User: The invoice RE-2291 is due.");
        assertThat(state.coverage().required()).isEqualTo(13);
    }

    @Test
    void nothingIsWrittenOfNothing() {
        Pins pins = new Pins(List.of(), List.of(), null, List.of());
        CompressTask empty = new CompressTask(
                "life",
                0,
                CompressionRecord.none("session"),
                StateDocument.EMPTY,
                List.of(),
                pins,
                List.of(),
                Contexts.entries(1, Message.user("Is the kiln hot?")),
                List.of(),
                2,
                CAP,
                4_000,
                false);
        model.fails(new IllegalStateException("down"));

        WrittenState offline = writer(POLICY, null).write("chat", empty, Contexts.run(Focus.none()), List.of());
        WrittenState afterFailure = writer(POLICY, model).write("chat", empty, Contexts.run(Focus.none()), List.of());

        assertThat(offline).isEqualTo(new WrittenState.Failed(null, Usage.NONE, 0));
        assertThat(afterFailure).isInstanceOf(WrittenState.Failed.class);
        assertThat(Objects.requireNonNull(afterFailure.failure()).kind()).isEqualTo("MODEL_FAILED");
    }
}
