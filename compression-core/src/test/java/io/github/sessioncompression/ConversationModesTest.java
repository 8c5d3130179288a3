package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.NearTrigger;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelAnswer.FinishReason;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The policy's choices, each seen from outside. */
class ConversationModesTest {
    private static final CompressionPolicy SMALL = CompressionPolicy.forWindow(4_000);

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private SessionCompressor compressor(SessionCompressor.Builder builder) {
        SessionCompressor compressor = builder.listener(events::add).build();
        open.add(compressor);
        return compressor;
    }

    private Invariants filled(CompressionPolicy policy, int turns) {
        SessionCompressor compressor =
                compressor(SessionCompressor.builder().policy(policy).executor(Runnable::run));
        Invariants chat = new Invariants(compressor.conversation("chat"), policy);
        chat.append(Message.system(Chats.SYSTEM));
        for (int i = 0; i < turns; i++) {
            chat.append(Chats.question(i, 30));
            chat.view();
            chat.append(Chats.answer(i, 30));
        }
        return chat;
    }

    @Test
    void canShowTheStateAsOneAssistantMessage() {
        CompressionPolicy policy = SMALL.withState(StateOptions.defaults().withInjection(Injection.ASSISTANT));
        View view = filled(policy, 60).view();
        assertThat(view.messages().get(1).role()).isEqualTo(Role.ASSISTANT);
        assertThat(StateEnvelope.holds(view.messages().get(1).text())).isTrue();
        assertThat(view.messages().get(2).role()).isEqualTo(Role.USER);
    }

    @Test
    void canShowTheStateInTheSystemPrompt() {
        CompressionPolicy policy = SMALL.withState(StateOptions.defaults().withInjection(Injection.SYSTEM));
        View view = filled(policy, 60).view();
        assertThat(view.messages().get(0).text()).startsWith(Chats.SYSTEM).contains("<session_state");
        assertThat(view.messages().get(1).role()).isEqualTo(Role.USER);
    }

    @Test
    void writesTheStateUnderAnotherSchema() {
        CompressionPolicy policy = SMALL.withState(StateOptions.defaults().withSchema(StateSchema.continuation()));
        View view = filled(policy, 60).view();
        assertThat(view.messages().get(1).text()).contains("\"done\":").contains("\"decisions\":");
        assertThat(view.messages().get(0).text()).contains("decisions: ");
    }

    @Test
    void leavesTheAwarenessBlockOutIfToldTo() {
        CompressionPolicy policy = SMALL.withState(StateOptions.defaults().withAwareness(false));
        assertThat(filled(policy, 60).view().messages().get(0)).isEqualTo(Message.system(Chats.SYSTEM));
    }

    @Test
    void keepsAsManyTurnsAsThePolicySays() {
        CompressionPolicy policy = SMALL.withKeepRecent(KeepRecent.turns(3));
        Invariants chat = filled(policy, 10);
        for (int i = 10; ; i++) {
            chat.append(Chats.question(i, 30));
            View view = chat.view();
            if (view.outcome() instanceof Outcome.Compressed) {
                long turns = view.messages().stream()
                        .filter(m -> m.role() == Role.USER && !StateEnvelope.holds(m.text()))
                        .count();
                assertThat(turns).isBetween(3L, 4L);
                return;
            }
            chat.append(Chats.answer(i, 30));
        }
    }

    @Test
    void stopsAfterPruningIfItSuffices() {
        CompressionPolicy policy = SMALL.withPrune(PruneOptions.defaults()
                .withMinContextTokens(0)
                .withProtectTokens(0)
                .withMinSavingsTokens(0));
        Invariants chat = filled(policy, 1);
        for (int i = 1; ; i++) {
            chat.append(Chats.toolTurn(i, 150));
            View view = chat.view();
            if (!(view.outcome() instanceof Outcome.Unchanged)) {
                assertThat(view.outcome()).isInstanceOf(Outcome.Pruned.class);
                assertThat(view.compressions()).isZero();
                assertThat(view.tokens()).isLessThanOrEqualTo(policy.triggerTokens());
                return;
            }
        }
    }

    @Test
    void onlyPrunesWithoutStates() {
        CompressionPolicy policy = SMALL.withState(StateOptions.defaults().withMode(StateMode.OFF));
        View view = filled(policy, 40).view();
        assertThat(view.compressions()).isZero();
        assertThat(view.tokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
        assertThat(view.leftOut()).isPositive();
    }

    @Test
    void neverWaitsInAsyncModeAndLosesNothingMeanwhile() throws Exception {
        ScriptedModel model = new ScriptedModel().blocks(ScriptedModel.state("a", "b"));
        model.otherwise(request -> ModelAnswer.of(ScriptedModel.state("a", "b")));
        ExecutorService pool = Executors.newSingleThreadExecutor();
        open.add(pool::shutdownNow);
        CompressionPolicy policy = SMALL.withExecution(Execution.ASYNC);
        Conversation chat = compressor(
                        SessionCompressor.builder().policy(policy).model(model).executor(pool))
                .conversation("chat");
        for (int i = 0; i < 40; i++) {
            chat.append(Chats.question(i, 30));
            assertThat(chat.view().tokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
            chat.append(Chats.answer(i, 30));
        }
        model.awaitBlocked();
        View truncated = chat.view();
        assertThat(truncated.leftOut()).isPositive();
        model.release();
        pool.submit(() -> {}).get();
        chat.append(Chats.question(41, 5));
        chat.view();
        pool.submit(() -> {}).get();
        assertThat(chat.record().orElseThrow().boundary()).isPositive();
        assertThat(chat.transcript()).hasSize(81);
    }

    @Test
    void looksAtTheSizeOnlyAtItsTriggerPoints() {
        CompressionPolicy policy = SMALL.withTriggerPoints(Set.of(TriggerPoint.INTERRUPTED));
        Invariants chat = filled(policy, 1);
        int i = 1;
        while (conversation().status().contextTokens() <= policy.triggerTokens()) {
            chat.append(Chats.turn(i++, 30));
        }
        assertThat(chat.view().compressions()).isZero();
        chat.append(Chats.question(i, 5));
        conversation().framework().interrupted();
        assertThat(chat.view().outcome()).isInstanceOf(Outcome.Compressed.class);
        assertThat(finished(Stage.COMPRESS).get(0).reason()).isEqualTo(Reason.INTERRUPTED);
    }

    @Test
    void leavesARefusedRequestToTheApplicationIfThePolicySaysSo() {
        CompressionPolicy policy =
                CompressionPolicy.forWindow(128_000).withTriggerPoints(Set.of(TriggerPoint.BEFORE_CALL));
        Invariants chat = filled(policy, 10);
        chat.append(Chats.question(10, 5));
        assertThat(Calls.refuse(conversation(), chat.view().messages())).isFalse();
        assertThat(chat.view().compressions()).isZero();
    }

    @Test
    void tellsListenersBeforeAndAfterEachStageInNumbersOnly() {
        filled(SMALL, 40).view();
        List<StageFinished> compressed = finished(Stage.COMPRESS);
        assertThat(compressed).isNotEmpty();
        for (StageFinished event : compressed) {
            int index = events.indexOf(event);
            assertThat(events.subList(0, index))
                    .anyMatch(e -> e instanceof StageStarted started && started.stage() == Stage.COMPRESS);
            assertThat(event.conversationId()).isEqualTo("chat");
            assertThat(event.tokensAfter()).isLessThan(event.tokensBefore());
            assertThat(event.breakdown().total()).isEqualTo(event.tokensAfter());
            assertThat(event.affected()).isPositive();
        }
        assertThat(events).hasAtLeastOneElementOfType(NearTrigger.class);
        assertThat(events.toString()).doesNotContain("soil");
    }

    private List<StageFinished> finished(Stage stage) {
        return events.stream()
                .filter(e -> e instanceof StageFinished f && f.stage() == stage)
                .map(StageFinished.class::cast)
                .toList();
    }

    @Test
    void countsForTheConversationAndForAll() {
        Invariants chat = filled(SMALL, 60);
        chat.view();
        CompressionStats stats = conversation().status().stats();
        assertThat(stats.compressions()).isGreaterThan(2);
        assertThat(stats.messagesTotal()).isEqualTo(121);
        assertThat(stats.messagesActive()).isLessThan(60);
        assertThat(stats.tokensSaved()).isPositive();
        assertThat((double) stats.stablePrefixTokens() / stats.sentTokens()).isBetween(0.8, 1.0);
        assertThat(((SessionCompressor) open.get(0)).stats().compressions()).isEqualTo(stats.compressions());
        conversation().clear();
        assertThat(conversation().status().stats().compressions()).isZero();
    }

    @Test
    void countsNoMessageTwiceWhenAConversationComesBack() {
        SessionCompressor compressor = compressor(SessionCompressor.builder().policy(SMALL));
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 3_000; i++) {
                compressor.conversation("chat " + i).append(Chats.question(i, 1));
            }
        }
        assertThat(compressor.stats().messagesTotal()).isLessThanOrEqualTo(2_000);
    }

    @Test
    void recordsUsageOfCompressionModel() {
        AtomicLong nanos = new AtomicLong();
        ScriptedModel model = new ScriptedModel();
        model.otherwise(request -> {
            nanos.addAndGet(1_500_400_000);
            return new ModelAnswer(ScriptedModel.state("a", "b"), FinishReason.STOP, Usage.of(700, 30));
        });
        SessionCompressor compressor = compressor(SessionCompressor.builder()
                .policy(SMALL)
                .model(model)
                .rests((task, delay) -> {}, nanos::get)
                .executor(Runnable::run));
        Conversation chat = compressor.conversation("chat");
        for (int i = 0; chat.record().isEmpty(); i++) {
            chat.append(Chats.turn(i, 30));
        }
        int calls = model.requests().size();
        assertThat(calls).isPositive();
        assertThat(chat.status().stats().modelUsage().calls()).isEqualTo(calls);
        assertThat(chat.status().stats().modelUsage().inputTokens()).isEqualTo(700L * calls);
        assertThat(chat.status().stats().modelUsage().outputTokens()).isEqualTo(30L * calls);
        Accounting accounting = chat.record().orElseThrow().accounting();
        assertThat(accounting.modelInputTokens()).isEqualTo(700L * calls);
        assertThat(accounting.modelCalls()).isEqualTo(calls);
        assertThat(accounting.latency()).isEqualTo(Duration.ofMillis(1_500_400L * calls / 1_000));
    }

    @Test
    void sendsModelPreviousStateFocusAndSystemContext() {
        ScriptedModel model = new ScriptedModel();
        model.otherwise(request -> ModelAnswer.of(ScriptedModel.state("plot 3", "b")));
        SessionCompressor compressor = compressor(SessionCompressor.builder()
                .policy(SMALL)
                .model(model)
                .executor(Runnable::run)
                .systemContext(id -> "We call a plot a bed. (" + id + ")"));
        Conversation chat = compressor.conversation("chat");
        for (int i = 0; i < 5; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.compress(Focus.on("the soil"));
        assertThat(ScriptedModel.part(model.lastRequest(), "previous_state")).isEmpty();
        for (int i = 5; i < 10; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.compress(Focus.on("the soil"));
        assertThat(ScriptedModel.part(model.lastRequest(), "previous_state")).contains("plot 3");
        assertThat(ScriptedModel.part(model.lastRequest(), "focus")).isEqualTo("the soil");
        assertThat(ScriptedModel.part(model.lastRequest(), "system_context")).isEqualTo("We call a plot a bed. (chat)");
        assertThat(ScriptedModel.part(model.lastRequest(), "new_messages"))
                .contains("Order 1008")
                .doesNotContain("Order 1002");
    }

    private Conversation conversation() {
        return ((SessionCompressor) open.get(0)).conversation("chat");
    }
}
