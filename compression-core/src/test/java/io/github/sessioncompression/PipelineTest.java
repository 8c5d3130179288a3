package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.model.StructuredModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Permission to write a state, work done without one, and handling of failed runs. */
class PipelineTest {
    private static final CompressionPolicy POLICY = Policies.early(4_000)
            .withModel(ModelOptions.defaults()
                    .withRetries(0)
                    .withBreakerThreshold(100)
                    .withTimeout(Duration.ofMillis(1)));
    private static final StructuredModel FAILING = request -> {
        throw new IllegalStateException("my secret");
    };

    private final FragileStore store = new FragileStore();
    private final List<CompressionEvent> events = new ArrayList<>();
    private final List<SessionCompressor> open = new ArrayList<>();
    private final Warnings warnings = new Warnings();

    @AfterEach
    void close() {
        open.forEach(SessionCompressor::close);
        warnings.close();
    }

    private SessionCompressor compressor(CompressionPolicy policy, Executor executor, @Nullable StructuredModel model) {
        SessionCompressor.Builder builder = SessionCompressor.builder()
                .policy(policy)
                .store(store)
                .executor(executor)
                .listener(events::add);
        if (model != null) {
            builder.model(model);
        }
        SessionCompressor compressor = builder.build();
        open.add(compressor);
        return compressor;
    }

    private Conversation chat(CompressionPolicy policy) {
        return compressor(policy, Runnable::run, null).conversation("chat");
    }

    private static CompressionPolicy patient() {
        return POLICY.withModel(POLICY.model().withTimeout(Duration.ofMinutes(1)));
    }

    private static void talk(Conversation chat, int from, int to) {
        for (int i = from; i < to; i++) {
            chat.append(Chats.turn(i, 30));
        }
    }

    private <T extends CompressionEvent> List<T> told(Class<T> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Test
    void executorRejectionIsReportedAndBlocksNothing() {
        SessionCompressor compressor = compressor(
                POLICY,
                task -> {
                    throw new RejectedExecutionException("full");
                },
                null);
        Conversation chat = compressor.conversation("chat");
        talk(chat, 0, 25);
        chat.view();

        assertThat(told(StageFailed.class)).isNotEmpty().allSatisfy(event -> {
            assertThat(event.failure()).isEqualTo("NO_THREAD");
            assertThat(event.stage()).isEqualTo(Stage.COMPRESS);
            assertThat(event.instead()).isEqualTo(Recovery.KEPT);
        });
        assertThat(compressor.shared().running().isRunning("chat")).isFalse();
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
    }

    @Test
    void resultsBecomePlaceholdersWhileAnotherRunWritesAState() {
        CompressionPolicy policy = Policies.early(16_000).withModel(POLICY.model());
        SessionCompressor compressor = compressor(policy, Runnable::run, null);
        Conversation chat = compressor.conversation("chat");
        for (int i = 0; i < 24; i++) {
            chat.append(Chats.toolTurn(i, 120));
        }
        chat.append(Message.user("And now?"));
        events.clear();
        assertThat(compressor.shared().running().await("chat", Duration.ZERO)).isNotNull();

        Outcome outcome = chat.compress();

        assertThat(outcome).isInstanceOf(Outcome.Pruned.class);
        assertThat(chat.record().orElseThrow().boundary()).isZero();
        assertThat(told(StageFinished.class)).extracting(StageFinished::stage).containsExactly(Stage.PRUNE);
        assertThat(compressor.shared().running().isRunning("chat")).isTrue();
    }

    @Test
    void aRunInAnotherProcessIsLeftAlone() {
        Conversation chat = chat(patient());
        talk(chat, 0, 8);
        Lease other = store.tryLease("chat", "other", Duration.ofHours(1)).orElseThrow();

        assertThat(chat.compress()).isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY));
        assertThat(chat.record()).isEmpty();

        store.release("chat", other);
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
        assertThat(store.tryLease("chat", "other", Duration.ofHours(1))).isPresent();
    }

    @Test
    void runSeesMessagesOfOtherProcess() {
        Conversation chat = chat(patient());
        talk(chat, 0, 8);
        talk(chat(patient()), 8, 12);

        assertThat(chat.compress())
                .isInstanceOfSatisfying(Outcome.Compressed.class, compressed -> assertThat(compressed.boundary())
                        .isGreaterThanOrEqualTo(20));
        assertThat(chat.status().stats().messagesActive())
                .isEqualTo(chat.status().activeMessages());
    }

    @Test
    void storeExceptionBecomesFailedOutcome() {
        Conversation chat = chat(patient());
        talk(chat, 0, 8);
        store.refuseLeases = true;

        assertThat(chat.compress()).isInstanceOf(Outcome.Failed.class);

        assertThat(told(StageFailed.class)).singleElement().satisfies(event -> {
            assertThat(event.instead()).isEqualTo(Recovery.KEPT);
            assertThat(event.reason()).isEqualTo(Reason.MANUAL);
        });
        assertThat(warnings.lines()).singleElement().asString().doesNotContain("secret");
        store.refuseLeases = false;
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
    }

    @Test
    void storeExceptionIsThrownIfPolicySaysSo() {
        Conversation chat = chat(patient().withFailure(FailurePolicy.THROW));
        talk(chat, 0, 8);
        store.refuseLeases = true;

        assertThatExceptionOfType(CompressionFailedException.class).isThrownBy(chat::compress);

        assertThat(told(StageFailed.class)).extracting(StageFailed::instead).containsExactly(Recovery.THROWN);
    }

    @Test
    void disabledChatIsCompressedOnlyOnRequest() {
        SessionCompressor compressor = compressor(patient().withExecution(Execution.SYNC), Runnable::run, null);
        ConversationParts workings = ConversationParts.of("chat", compressor.settings(), compressor.shared());
        Conversation chat = compressor.conversation("chat");
        chat.append(Message.user("Hello."));
        chat.enabled(false);
        talk(chat, 0, 30);

        workings.room().relieve(RoomDecision.Need.NOW, Reason.CRITICAL);

        assertThat(chat.record().orElseThrow().boundary()).isZero();
        assertThat(told(StageStarted.class)).isEmpty();
        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);
    }

    @Test
    void doesNotRetryUselessRunAtOnce() {
        List<Runnable> background = new ArrayList<>();
        Conversation chat = compressor(patient(), background::add, null).conversation("chat");
        chat.append(Message.user("And now?"));
        chat.parts().chats().run(it -> it.shown().meter().overhead(POLICY.triggerTokens()));
        chat.view();
        assertThat(background).hasSize(1);
        background.get(0).run();

        chat.view();

        assertThat(background).hasSize(1);
    }

    @Test
    void bridgesWithoutWaiting() {
        List<Runnable> background = new ArrayList<>();
        Conversation chat = compressor(patient(), background::add, null).conversation("chat");
        talk(chat, 0, 34);
        chat.append(Message.user("And now?"));
        assertThat(chat.status().contextTokens()).isGreaterThan(POLICY.hardLimitTokens());

        View view = chat.view();

        assertThat(view.outcome()).isInstanceOf(Outcome.Bridged.class);
        assertThat(view.tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
        assertThat(view.stateTokens()).isPositive();
        assertThat(chat.record()).isEmpty();
        assertThat(told(StageFinished.class)).extracting(StageFinished::stage).containsExactly(Stage.FALLBACK);
    }

    @Test
    void aFailureIsThrownAndNothingGivesWayInstead() {
        CompressionPolicy policy = patient().withExecution(Execution.SYNC).withFailure(FailurePolicy.THROW);
        Conversation chat = compressor(policy, Runnable::run, FAILING).conversation("chat");
        talk(chat, 0, 34);
        chat.append(Message.user("And now?"));

        assertThatExceptionOfType(CompressionFailedException.class).isThrownBy(chat::view);

        assertThat(told(StageFailed.class)).extracting(StageFailed::instead).containsOnly(Recovery.THROWN);
        assertThat(told(StageFinished.class)).isEmpty();
    }

    @Test
    void aFailureLetsTheViewGiveWayOnlyAboveTheHardLimit() {
        CompressionPolicy policy = patient().withExecution(Execution.SYNC).withFailure(FailurePolicy.TRUNCATE);
        Conversation chat = compressor(policy, Runnable::run, FAILING).conversation("chat");
        talk(chat, 0, 24);
        chat.append(Message.user("And now?"));
        assertThat(chat.view().leftOut()).isZero();
        assertThat(told(StageFailed.class)).extracting(StageFailed::instead).containsOnly(Recovery.KEPT);
        events.clear();

        talk(chat, 24, 34);
        chat.append(Message.user("And now?"));

        assertThat(chat.view().leftOut()).isPositive();
        assertThat(told(StageFailed.class)).extracting(StageFailed::instead).containsOnly(Recovery.TRUNCATED);
        assertThat(told(StageFinished.class)).extracting(StageFinished::stage).containsExactly(Stage.FALLBACK);
    }

    @Test
    void reportsBridgeBeforeShowingIt() {
        Conversation chat = compressor(patient(), task -> {}, null).conversation("chat");
        talk(chat, 0, 34);
        chat.append(Message.user("And now?"));
        events.clear();

        ConversationParts workings =
                ConversationParts.of("chat", open.get(0).settings(), open.get(0).shared());
        workings.chats().run(Chat::sync);
        workings.room().relieve(RoomDecision.Need.BRIDGE, Reason.CRITICAL);

        assertThat(told(StageFinished.class)).extracting(StageFinished::stage).containsExactly(Stage.FALLBACK);
    }

    @Test
    void pruneReportsNothingToGain() {
        Conversation chat = chat(patient());
        talk(chat, 0, 3);

        assertThat(chat.prune()).isEqualTo(new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN));
    }

    @Test
    void countsModelUsageAndResetsFailureAfterSuccess() {
        List<StructuredModel> models = new ArrayList<>(List.of(FAILING));
        CompressionPolicy policy = patient().withExecution(Execution.SYNC).withFailure(FailurePolicy.TRUNCATE);
        Conversation chat = compressor(
                        policy, Runnable::run, request -> models.get(0).answer(request))
                .conversation("chat");
        talk(chat, 0, 34);
        chat.append(Message.user("And now?"));
        assertThat(chat.view().outcome()).isInstanceOf(Outcome.Truncated.class);
        models.set(
                0,
                request -> new ModelAnswer(
                        ScriptedModel.state("soil is ordered", ""), FinishReason.STOP, Usage.of(500, 40)));

        assertThat(chat.compress()).isInstanceOf(Outcome.Compressed.class);

        assertThat(chat.view().tokens()).isLessThanOrEqualTo(POLICY.hardLimitTokens());
        assertThat(chat.status().stats().modelUsage().inputTokens()).isGreaterThanOrEqualTo(500);
    }
}
