package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ValidSequence;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Above the hard limit, while a compression model takes its time. */
class ConversationBridgeTest {
    private static final CompressionPolicy SMALL = Policies.early(4_000);
    private static final String ANSWER = ScriptedModel.state("the model wrote this about plot 3", "b");

    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final ScriptedModel model = new ScriptedModel().blocks(ANSWER);
    private final List<CompressionEvent> events = new CopyOnWriteArrayList<>();

    @BeforeEach
    void answers() {
        model.otherwise(request -> ModelAnswer.of(ANSWER));
    }

    @AfterEach
    void close() {
        model.release();
        pool.shutdownNow();
    }

    private Conversation chat(CompressionPolicy policy) {
        return SessionCompressor.builder()
                .policy(policy)
                .model(model)
                .executor(pool)
                .listener(events::add)
                .build()
                .conversation("chat");
    }

    /** Turns until a view has to give way, while the model hangs. */
    private int turnsUntilTheViewGivesWay(Conversation chat) {
        for (int i = 0; ; i++) {
            chat.append(Chats.question(i, 30));
            View view = chat.view();
            ValidSequence.check(view.messages());
            assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
            if (view.leftOut() > 0) {
                return i;
            }
            chat.append(Chats.answer(i, 30));
        }
    }

    private static String text(View view) {
        return view.messages().stream().map(Message::text).collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OFF")
    void aStateWrittenOfflineStandsInUntilTheModelsIsThere(StateMode mode) throws Exception {
        Conversation chat = chat(SMALL.withState(StateOptions.defaults().withMode(mode)));
        int turns = turnsUntilTheViewGivesWay(chat);
        model.awaitBlocked();

        View bridged = chat.view();
        assertThat(bridged.stateTokens()).isPositive();
        assertThat(text(bridged)).contains("Order 1000").contains("Order 1003").doesNotContain("the model wrote this");
        CompressionRecord kept = chat.record().orElseThrow();
        assertThat(kept.boundary()).as("the messages stay to be compressed").isZero();
        assertThat(kept.injected().isEmpty()).isTrue();
        assertThat(chat.transcript()).hasSize(2 * turns + 1);

        model.release();
        pool.submit(() -> {}).get();
        View after = chat.view();
        assertThat(text(after)).contains("the model wrote this");
        assertThat(after.tokens()).isLessThanOrEqualTo(bridged.tokens());
        assertThat(chat.record().orElseThrow().boundary()).isPositive();

        pool.submit(() -> {}).get();
        assertThat(chat.view().leftOut()).isZero();
    }

    @Test
    void rewritesBridgeStateAsChatGrowsAndKeepsEarlierFacts() throws Exception {
        Conversation chat = chat(SMALL);
        int turns = turnsUntilTheViewGivesWay(chat);
        model.awaitBlocked();
        chat.append(Chats.answer(turns, 30));
        int bridges = 1;
        for (int i = turns + 1; i < turns + 60; i++) {
            chat.append(Chats.question(i, 30));
            View view = chat.view();
            assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
            ValidSequence.check(view.messages());
            bridges += view.outcome() instanceof Outcome.Bridged ? 1 : 0;
            chat.append(Chats.answer(i, 30));
        }
        assertThat(bridges).isBetween(3, 20);
        assertThat(text(chat.view())).contains("Order 10");
        assertThat(chat.record().orElseThrow().boundary()).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OFF")
    void lateStateNeverEnlargesContext(StateMode mode) throws Exception {
        Conversation chat = chat(SMALL.withState(StateOptions.defaults().withMode(mode)));
        int turns = turnsUntilTheViewGivesWay(chat);
        model.awaitBlocked();
        chat.append(Chats.answer(turns, 30));
        for (int i = turns + 1; i < turns + 40; i++) {
            chat.append(Chats.question(i, 30));
            chat.view();
            chat.append(Chats.answer(i, 30));
        }
        View bridged = chat.view();

        model.release();
        pool.submit(() -> {}).get();
        View after = chat.view();

        assertThat(chat.record().orElseThrow().boundary()).isPositive();
        assertThat(text(after)).contains("the model wrote this").contains("Order 105");
        assertThat(after.tokens()).isLessThanOrEqualTo(bridged.tokens());
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 14, 20, 26, 40})
    void laterTurnsKeepEarlierFactsInBridge(int more) throws Exception {
        Conversation chat = chat(SMALL);
        chat.append(
                Message.user("I am allergic to birch pollen, so never propose a birch."),
                Message.assistant("Then there will be no birches."));
        int turns = turnsUntilTheViewGivesWay(chat);
        model.awaitBlocked();
        chat.append(Chats.answer(turns, 30));
        for (int i = turns + 1; i <= turns + more; i++) {
            chat.append(Chats.turn(i, 30));
        }
        model.release();
        pool.submit(() -> {}).get();
        assertThat(chat.record().orElseThrow().injected().isEmpty()).isFalse();
        for (int i = turns + more + 1; i < turns + more + 6; i++) {
            chat.append(Chats.question(i, 30));
            View view = chat.view();
            assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
            assertThat(text(view)).contains("allergic to birch pollen");
            chat.append(Chats.answer(i, 30));
        }
    }

    @Test
    void reportsBridgeOnceWithEndForEachStart() throws Exception {
        Conversation chat = chat(SMALL);
        turnsUntilTheViewGivesWay(chat);
        model.awaitBlocked();
        long begun = events.stream().filter(StageStarted.class::isInstance).count();
        long ended = events.stream().filter(StageFinished.class::isInstance).count();
        assertThat(begun).isEqualTo(ended + 1);
        assertThat(chat.view().outcome()).isInstanceOf(Outcome.Unchanged.class);
    }

    @Test
    void aFrameworksViewIsBridgedToo() throws Exception {
        Conversation chat = chat(SMALL);
        for (int i = 0; i < 60; i++) {
            chat.append(Chats.question(i, 30));
            View view = chat.framework().steadyView();
            assertThat(view.tokens()).isLessThanOrEqualTo(SMALL.hardLimitTokens());
            if (view.leftOut() > 0) {
                assertThat(view.stateTokens()).isPositive();
                assertThat(text(view)).contains("Order 1000");
                return;
            }
            chat.append(Chats.answer(i, 30));
        }
        throw new AssertionError("the chat never outgrew the limit");
    }

    @ParameterizedTest
    @EnumSource(value = FailurePolicy.class, names = "OFFLINE", mode = EnumSource.Mode.EXCLUDE)
    void trimsViewIfPolicyForbidsOfflineBridge(FailurePolicy failure) {
        Conversation chat = chat(SMALL.withFailure(failure));
        turnsUntilTheViewGivesWay(chat);
        assertThat(chat.view().stateTokens()).isZero();
        assertThat(chat.view().leftOut()).isPositive();
    }

    @Test
    void theViewIsTrimmedInAsyncMode() {
        Conversation chat = chat(SMALL.withExecution(Execution.ASYNC));
        turnsUntilTheViewGivesWay(chat);
        assertThat(chat.view().stateTokens()).isZero();
    }

    @Test
    void bridgeStateReturnsAfterLargeRequest() throws Exception {
        Conversation chat = chat(SMALL);
        int turns = turnsUntilTheViewGivesWay(chat);
        model.awaitBlocked();
        chat.append(Chats.answer(turns, 30));
        ModelCall call = Calls.call(chat, Message.user("Look at this: " + "soil ".repeat(2_600)));
        View tight = chat.view();
        assertThat(chat.tokens(call.messages())).isLessThanOrEqualTo(SMALL.baseTokens());
        chat.append(Chats.question(60, 10));
        View after = chat.view();
        assertThat(after.stateTokens()).as("after " + tight.stateTokens()).isGreaterThan(300);
        assertThat(text(after)).containsPattern("Order 100\\d").containsPattern("Order 102\\d");
        assertThat(chat.record().orElseThrow().boundary()).isZero();
    }
}
