package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.StateMode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** A plan matches the run that follows. */
class PlanningTest {
    private static final CompressionPolicy POLICY = Policies.early(4_000)
            .withExecution(Execution.SYNC)
            .withState(StateOptions.defaults().withMaxTokens(1_000))
            .withPrune(PruneOptions.defaults()
                    .withMinContextTokens(0)
                    .withProtectTokens(0)
                    .withMinSavingsTokens(0)
                    .withKeepLastTurns(1));

    private static Conversation chat(CompressionPolicy policy, Executor executor) {
        return SessionCompressor.builder()
                .policy(policy)
                .executor(executor)
                .build()
                .conversation("chat");
    }

    private static List<Message> turn(int number) {
        return number % 4 == 3 ? Chats.toolTurn(number, 150) : Chats.turn(number, 30);
    }

    @Test
    void planMatchesNextView() {
        Conversation conversation = chat(POLICY, Runnable::run);
        Invariants chat = new Invariants(conversation, POLICY);
        Set<Plan.Step> steps = EnumSet.noneOf(Plan.Step.class);
        long results = 0;
        for (int i = 0; i < 200; i++) {
            List<Message> turn = turn(i);
            chat.append(turn.subList(0, turn.size() - 1));
            Plan plan = conversation.plan();
            assertThat(conversation.plan()).isEqualTo(plan);
            View view = chat.view();
            steps.add(plan.step());
            switch (plan.step()) {
                case NOTHING -> {
                    assertThat(view.outcome()).isInstanceOf(Outcome.Unchanged.class);
                    assertThat(plan.contextTokens()).isEqualTo(plan.estimatedTokensAfter());
                    assertThat(plan.prunableResults()).isZero();
                }
                case PRUNE -> {
                    assertThat(view.outcome()).isInstanceOf(Outcome.Pruned.class);
                    assertThat(view.prunedResults()).isEqualTo(results + plan.prunableResults());
                    assertThat(view.tokens()).isEqualTo(plan.estimatedTokensAfter());
                    assertThat(view.tokens()).isLessThanOrEqualTo(plan.triggerTokens());
                    assertThat(plan.compressibleMessages()).isZero();
                    assertThat(plan.compressibleTokens()).isZero();
                }
                case COMPRESS -> {
                    Outcome.Compressed done = (Outcome.Compressed) view.outcome();
                    assertThat(done.boundary()).isEqualTo(plan.boundary());
                    assertThat(done.messages()).isEqualTo(plan.compressibleMessages());
                    assertThat(view.tokens()).isLessThanOrEqualTo(plan.estimatedTokensAfter() + 20);
                    assertThat(plan.estimatedTokensAfter()).isLessThan(plan.contextTokens());
                    assertThat(plan.compressibleTokens()).isPositive();
                }
            }
            results = view.prunedResults();
            chat.append(turn.get(turn.size() - 1));
        }
        assertThat(steps).containsExactly(Plan.Step.values());
    }

    @Test
    void plansNothingWhileSwitchedOff() {
        Conversation chat = chat(POLICY, Runnable::run);
        chat.enabled(false);
        for (int i = 0; i < 40; i++) {
            chat.append(turn(i));
        }
        assertThat(chat.plan().contextTokens()).isGreaterThan(POLICY.triggerTokens());
        assertThat(chat.plan().step()).isEqualTo(Plan.Step.NOTHING);
    }

    @Test
    void plansCompressionIfMessagesAreLeftOut() {
        Conversation chat = chat(POLICY.withExecution(Execution.ASYNC), task -> {});
        for (int i = 0; chat.view().leftOut() == 0; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.append(Chats.toolTurn(100, 20));
        chat.append(Message.user("And now?"));
        assertThat(chat.view().tokens()).isLessThan(POLICY.hardLimitTokens());
        assertThat(chat.plan().step()).isEqualTo(Plan.Step.COMPRESS);
    }

    @Test
    void plansNoCompressionWithoutStates() {
        Conversation chat = chat(POLICY.withState(POLICY.state().withMode(StateMode.OFF)), task -> {});
        Set<Plan.Step> steps = EnumSet.noneOf(Plan.Step.class);
        for (int i = 0; i < 40; i++) {
            chat.append(turn(i));
            steps.add(chat.plan().step());
        }
        assertThat(steps).containsExactly(Plan.Step.NOTHING, Plan.Step.PRUNE);
    }
}
