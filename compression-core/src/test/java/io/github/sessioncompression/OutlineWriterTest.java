package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ContextMeter.Budget;
import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.store.CompressionRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Existence, size and segments of a state's outline. */
class OutlineWriterTest extends TalkFixture {
    private static final int CAP = 400;
    private static final double SHARE = 0.25;
    private static final Instant START = Instant.parse("2025-03-04T05:06:07Z");
    private static final String[] MATTERS = {
        "tomatoes",
        "bicycle",
        "soup",
        "novel",
        "guitar",
        "museum",
        "server",
        "kitten",
        "sofa",
        "invoice",
        "lantern",
        "violin"
    };
    /** The messages that are covered: a question and an answer about each matter. */
    private static final int COVERED = 2 * MATTERS.length;

    private final FragileStore fragile = new FragileStore();
    private final ScriptedModel model = new ScriptedModel();

    private static CompressionPolicy telling(double share) {
        return CompressionPolicy.forWindow(100_000)
                .withModel(ModelOptions.defaults().withRetries(0))
                .withFailure(FailurePolicy.TRUNCATE)
                .withState(StateOptions.defaults()
                        .withMaxTokens(CAP)
                        .withHistoryTools(true)
                        .withSegmentShare(share));
    }

    /** A writer of a chat that has said something about each matter, and then {@code kept}. */
    private OutlineWriter writer(CompressionPolicy policy, @Nullable ScriptedModel by, Message... kept) {
        SessionCompressor.Builder builder =
                SessionCompressor.builder().policy(policy).store(fragile).executor(Runnable::run);
        if (by != null) {
            builder.model(by).modelCalls(Runnable::run, new MutableTime());
        }
        SessionCompressor compressor = builder.build();
        open.add(compressor);
        Conversation chat = compressor.conversation("chat");
        span().forEach(entry -> chat.append(entry.message()));
        chat.append(kept);
        ConversationParts workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());
        return new OutlineWriter(compressor.settings().writer(), compressor.shared(), workings.reporter());
    }

    private static List<Entry> span() {
        List<Message> said = new ArrayList<>();
        for (String matter : MATTERS) {
            said.add(Message.user("I keep thinking about the " + matter + " and what it will cost.")
                    .withTimestamp(START.plus(Duration.ofHours(said.size()))));
            said.add(Message.assistant("Take your time; the " + matter + " can wait until the weather is better."));
        }
        return Contexts.entries(1, said.toArray(new Message[0]));
    }

    private static CompressTask task(int cap, boolean free, List<StateItem> outline, List<Entry> kept) {
        return new CompressTask(
                "life",
                0,
                CompressionRecord.none("session"),
                StateDocument.EMPTY,
                outline,
                new Pins(List.of(), List.of(), null, span()),
                List.of(),
                span(),
                kept,
                COVERED,
                cap,
                4_000,
                free);
    }

    private static List<StateItem> told(WrittenState state) {
        return ((WrittenState.Written) state).document().items(StateDocument.SEGMENTS);
    }

    /** Outline items of a state with kept messages {@code kept} and the given focus. */
    private List<String> told(Focus focus, Message... kept) {
        return told(writer(telling(SHARE), null, kept)
                        .write(
                                "chat",
                                task(CAP, false, List.of(), Contexts.entries(COVERED + 1, kept)),
                                Contexts.run(focus)))
                .stream()
                .map(StateItem::text)
                .toList();
    }

    private static StateItem item(String text) {
        return new StateItem(
                text, StateItem.Kind.NARRATIVE, List.of(1L, 2L), StateItem.Origin.UNKNOWN, StateItem.Writer.RULES);
    }

    private static boolean tellsOf(String matter, List<String> told) {
        return told.stream().anyMatch(text -> text.contains(matter));
    }

    @Test
    void prefersLatestSegmentsWithoutRoomForAll() {
        List<String> told = told(Focus.none(), Message.user("And how are you today?"));

        assertThat(told).isNotEmpty().hasSizeLessThan(MATTERS.length);
        assertThat(tellsOf("violin", told)).isTrue();
        assertThat(tellsOf("tomatoes", told)).isFalse();
        assertThat(tellsOf("bicycle", told)).isFalse();
    }

    @Test
    void keepsSegmentOfCurrentUserTopic() {
        List<String> told = told(
                Focus.none(),
                Message.user("Back to the tomatoes."),
                Message.assistant("Or shall we talk about the bicycle?"));

        assertThat(tellsOf("tomatoes", told)).isTrue();
        assertThat(tellsOf("bicycle", told)).as("the assistant's words").isFalse();
    }

    @Test
    void considersOnlyLastUserMessage() {
        List<String> told = told(
                Focus.none(),
                Message.user("Back to the tomatoes."),
                Message.assistant("Yes?"),
                Message.user("Never mind."));

        assertThat(tellsOf("tomatoes", told)).isFalse();
    }

    @Test
    void keepsFocusedSegmentWithAndWithoutUserMessage() {
        assertThat(tellsOf("tomatoes", told(Focus.on("the tomatoes")))).isTrue();
        assertThat(tellsOf("tomatoes", told(Focus.on("the tomatoes"), Message.user("And how are you?"))))
                .isTrue();
    }

    @Test
    void omitsMessagesStillInView() {
        Entry pinned = span().get(2);

        List<StateItem> told = told(writer(telling(SHARE), null)
                .write("chat", task(CAP, false, List.of(), List.of(pinned)), Contexts.run(Focus.on("the bicycle"))));

        assertThat(told).anyMatch(item -> item.sources().equals(List.of(4L)));
        assertThat(told).noneMatch(item -> item.sources().contains(3L));
    }

    @Test
    void outlineTakesItsShareOrNothing() {
        assertThat(told(writer(telling(0.1), null)
                        .write("chat", task(CAP, false, List.of(), List.of()), Contexts.run(Focus.none()))))
                .as("forty tokens")
                .isNotEmpty();
        assertThat(told(writer(telling(0.1), null)
                        .write("chat", task(CAP - 10, false, List.of(), List.of()), Contexts.run(Focus.none()))))
                .as("39 tokens")
                .isEmpty();
    }

    @Test
    void theSmallestStateIsLeftItsRoom() {
        int cap = Budget.SMALLEST_STATE + 39;

        assertThat(told(writer(telling(0.5), null)
                        .write("chat", task(cap, false, List.of(), List.of()), Contexts.run(Focus.none()))))
                .isEmpty();
    }

    @Test
    void asksModelForLatestCoveredSegments() {
        model.otherwise(request -> TellingModel.answer(request, UnaryOperator.identity()));
        Message[] kept = {Message.user("Back to the kettle."), Message.assistant("Yes?")};

        WrittenState.Written state = (WrittenState.Written) writer(telling(SHARE), model, kept)
                .write(
                        "chat",
                        task(CAP, false, List.of(), Contexts.entries(COVERED + 1, kept)),
                        Contexts.run(Focus.none()));

        assertThat(state.tellings())
                .extracting(telling -> telling.sources().get(0))
                .containsExactly(9L, 11L, 13L, 15L, 17L, 19L, 21L, 23L);
    }

    @Test
    void keepsOutlineIfModelMayNotBeAsked() {
        StateItem before = item("[the tomatoes →L1:s1]");

        WrittenState state = writer(telling(SHARE), model)
                .write("chat", task(CAP, true, List.of(before), List.of()), Contexts.run(Focus.none()));

        assertThat(told(state)).containsExactly(before);
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void keepsOutlineAndLogsOnceIfSegmentsAreUnreadable() {
        StateItem before = item("[the tomatoes →L1:s1]");
        try (Warnings warnings = new Warnings()) {
            OutlineWriter writer = writer(telling(SHARE), null);
            fragile.gone = true;
            WrittenState state =
                    writer.write("chat", task(CAP, false, List.of(before), List.of()), Contexts.run(Focus.none()));

            assertThat(told(state)).containsExactly(before);
            assertThat(warnings.lines()).hasSize(1).allMatch(line -> line.contains("segments could not be read"));
        }
    }

    @Test
    void failedStateStillLogsUnreadableSegments() {
        model.otherwise((ModelRequest request) -> ModelAnswer.of("I'd rather not."));
        try (Warnings warnings = new Warnings()) {
            OutlineWriter writer = writer(telling(SHARE), model);
            fragile.gone = true;
            WrittenState state =
                    writer.write("chat", task(CAP, false, List.of(), List.of()), Contexts.run(Focus.none()));

            assertThat(state).isInstanceOf(WrittenState.Failed.class);
            assertThat(warnings.lines()).anyMatch(line -> line.contains("segments could not be read"));
        }
    }

    private static CompressionPolicy telling(int cap, double share) {
        return POLICY.withState(StateOptions.defaults()
                .withMaxTokens(cap)
                .withHistoryTools(true)
                .withSegmentShare(share));
    }

    private Conversation compressed(CompressionPolicy policy) {
        Conversation chat = compressor(policy).conversation("chat");
        talk(chat, 14);
        chat.compress();
        return chat;
    }

    private static List<StateItem> told(Conversation chat) {
        return chat.record()
                .map(CompressionRecord::injected)
                .orElse(StateDocument.EMPTY)
                .items(StateDocument.SEGMENTS);
    }

    @Test
    void stateWithRoomOutlinesOnlyCoveredSegments() {
        Conversation chat = compressed(telling(600, 0.4));
        long boundary = chat.record().orElseThrow().boundary();

        assertThat(told(chat))
                .isNotEmpty()
                .allSatisfy(item -> assertThat(item.sources()).isNotEmpty().allMatch(source -> source <= boundary));
        assertThat(chat.record().orElseThrow().injected().items("logos")).isNotEmpty();
    }

    @Test
    void tooSmallShareLeavesStateItsWholeCap() {
        StateDocument with =
                compressed(telling(350, 0.1)).record().orElseThrow().injected();
        store.delete("chat");
        StateDocument without = compressed(POLICY.withState(StateOptions.defaults()
                        .withMaxTokens(350)
                        .withHistoryTools(true)
                        .withSegmentShare(0)))
                .record()
                .orElseThrow()
                .injected();

        assertThat(with).isEqualTo(without);
    }

    @Test
    void failedModelLeavesNoRecord() {
        SessionCompressor compressor = SessionCompressor.builder()
                .policy(telling(600, 0.4)
                        .withFailure(FailurePolicy.TRUNCATE)
                        .withModel(ModelOptions.defaults().withRetries(0).withContextWindow(100_000)))
                .store(store)
                .executor(Runnable::run)
                .model(request -> {
                    throw new IllegalStateException("down");
                })
                .build();
        open.add(compressor);
        Conversation chat = compressor.conversation("chat");
        talk(chat, 14);

        assertThat(chat.compress()).isEqualTo(new Outcome.Failed("MODEL_FAILED"));

        assertThat(chat.record()).isEmpty();
    }
}
