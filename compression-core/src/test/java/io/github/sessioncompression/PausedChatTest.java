package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.context.ChatCosts;
import io.github.sessioncompression.cost.CostEstimate.Advice;
import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.cost.PriceProfile;
import io.github.sessioncompression.cost.PriceProfiles;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.MutableTime;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Chats whose provider forgets them in a pause. */
class PausedChatTest {
    private static final CompressionPolicy THRESHOLDS = CompressionPolicy.forWindow(4_000);
    private static final Duration PAUSE = Duration.ofMinutes(11);
    /** A compression model that is never worth its price. */
    private static final CompressionPolicy PLANNED = THRESHOLDS.withCost(CostOptions.defaults()
            .withProfile(PriceProfiles.of("openai-like"))
            .withModelProfile(new PriceProfile("dear", "", 1_000, 1_000, 1_000, 1_000, 0, 1, Duration.ofMinutes(5))));

    private static final int WORDS = 5;
    private static final int MOST_TURNS = 100;

    private final MutableTime time = new MutableTime();
    private final ScriptedModel model = new ScriptedModel()
            .otherwise(request -> ModelAnswer.of(ScriptedModel.state("Order 1001 is noted.", "Orders of soil.")));
    private int turns;

    private Conversation chat(CompressionPolicy policy) {
        return chat(policy, Runnable::run);
    }

    private Conversation chat(CompressionPolicy policy, Executor executor) {
        turns = 0;
        return SessionCompressor.builder()
                .policy(policy)
                .model(model)
                .clock(time)
                .executor(executor)
                .build()
                .conversation("chat");
    }

    private View turn(Conversation chat) {
        chat.append(Chats.question(turns, WORDS));
        View view = chat.view();
        chat.append(Chats.answer(turns++, WORDS));
        return view;
    }

    /** Turns without a pause up to a context of {@code tokens}. */
    private void talk(Conversation chat, int tokens) {
        for (int i = 0; i < MOST_TURNS && chat.status().contextTokens() < tokens; i++) {
            turn(chat);
        }
    }

    /** A size between the trigger after a pause and the ordinary one. */
    private static int between() {
        return (ChatCosts.triggerAfterPause(THRESHOLDS) + THRESHOLDS.triggerTokens()) / 2;
    }

    @Test
    void compressesBelowTriggerOnceCacheHasExpired() {
        Conversation chat = chat(PLANNED);
        talk(chat, between());
        int before = chat.status().contextTokens();
        assertThat(chat.plan().step()).as("while it is warm").isEqualTo(Plan.Step.NOTHING);
        time.advance(PAUSE);

        Plan plan = chat.plan();
        View view = turn(chat);

        assertThat(plan.step()).isEqualTo(Plan.Step.COMPRESS);
        assertThat(plan.triggerTokens()).isLessThan(before).isLessThan(THRESHOLDS.triggerTokens());
        assertThat(plan.costs()).hasValueSatisfying(costs -> {
            assertThat(costs.advice()).isEqualTo(Advice.EXTRACT);
            assertThat(costs.reason()).startsWith("the cache has expired");
            assertThat(costs.breakEvenCalls()).isZero();
        });
        assertThat(view.tokens())
                .as("the call that fills the cache again is sent the state already")
                .isLessThanOrEqualTo(plan.estimatedTokensAfter() + 60)
                .isLessThan(before);
        assertThat(view.stateTokens()).isPositive();
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void compressesNoSecondTimeBeforeChatHasGrown() {
        Conversation chat = chat(PLANNED);
        talk(chat, between());
        for (int i = 0; i < 4; i++) {
            time.advance(PAUSE);
            turn(chat);
        }

        assertThat(chat.history()).hasSize(1);
        talk(chat, between());
        time.advance(PAUSE);
        turn(chat);
        assertThat(chat.history()).hasSize(2);
    }

    @Test
    void changesNothingIfPlannerIsOff() {
        assertThat(views(PLANNED.withCost(PLANNED.cost().withPlanner(false)))).isEqualTo(views(THRESHOLDS));
        assertThat(views(PLANNED)).as("otherwise").isNotEqualTo(views(THRESHOLDS));
    }

    private List<List<Message>> views(CompressionPolicy policy) {
        Conversation chat = chat(policy);
        List<List<Message>> views = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            time.advance(i % 10 == 9 ? PAUSE : Duration.ofSeconds(20));
            views.add(turn(chat).messages());
        }
        return views;
    }

    @Test
    void leavesStateOfModelToOrdinaryTrigger() {
        PriceProfile cheap = new PriceProfile("cheap", "", 0.001, 0.001, 0.001, 0.001, 0, 1, Duration.ofMinutes(5));
        Conversation chat = chat(PLANNED.withCost(PLANNED.cost().withModelProfile(cheap)));
        talk(chat, between());
        time.advance(PAUSE);

        turn(chat);
        assertThat(chat.history()).as("no call waits for a model").isEmpty();

        for (int i = 0; i < MOST_TURNS && chat.history().isEmpty(); i++) {
            turn(chat);
        }
        assertThat(chat.history()).hasSize(1);
        assertThat(model.requests()).isNotEmpty();
    }

    @Test
    void neverWaitsForAnotherRun() {
        List<Runnable> tasks = new ArrayList<>();
        Conversation chat = chat(PLANNED, tasks::add);
        for (int i = 0; i < MOST_TURNS && tasks.isEmpty(); i++) {
            turn(chat);
        }
        time.advance(PAUSE);

        assertThat(chat.plan().step()).isEqualTo(Plan.Step.COMPRESS);
        assertThat(turn(chat).stateTokens()).as("a run is under way").isZero();
        tasks.forEach(Runnable::run);
        assertThat(turn(chat).stateTokens()).isPositive();
    }

    @Test
    void neverCompressesBeforeCallIfAsync() {
        Conversation chat = chat(PLANNED.withExecution(Execution.ASYNC));
        talk(chat, between());
        time.advance(PAUSE);

        turn(chat);

        assertThat(chat.plan().step()).isEqualTo(Plan.Step.NOTHING);
        assertThat(chat.history()).isEmpty();
    }
}
