package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.token.TokenOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Turns that outgrow the window by themselves stay below the hard limit, also where no state can be made of them in time. */
class ConversationTurnLimitTest extends TurnFixture {
    @Test
    void hidesTheOldestGroupsOfTheTurnWhileTheModelIsBusy() {
        List<Runnable> background = new ArrayList<>();
        CompressionPolicy policy = SMALL.withExecution(Execution.ASYNC);
        Invariants chat = chat(policy, null, background::add);
        chat.append(QUESTION);
        rounds(chat, 0, 40, 100);
        View view = chat.view();
        assertThat(view.leftOut()).isPositive();
        assertThat(view.messages()).contains(QUESTION);
        background.get(0).run();
        assertThat(chat.view().compressions()).isPositive();
        assertThat(record().boundary()).isPositive();
    }

    @Test
    void truncatesOldestGroupsOnlyIfModelFails() {
        ScriptedModel model = new ScriptedModel();
        CompressionPolicy policy = SMALL.withFailure(FailurePolicy.TRUNCATE)
                .withPrune(PruneOptions.defaults().withPruning(Pruning.OFF));
        Invariants chat = chat(policy, model, Runnable::run);
        chat.append(QUESTION);
        rounds(chat, 0, 40, 100);
        assertThat(chat.view().leftOut()).isPositive();
        model.otherwise(request -> ModelAnswer.of(GOOD));
        for (int i = 40; chat.view().leftOut() > 0; i++) {
            assertThat(i).isLessThan(70);
            rounds(chat, i, i + 1, 100);
        }
        assertThat(record().boundary()).isPositive();
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void keepsRoundsBeforeFirstQuestionBelowHardLimit(Execution execution) {
        CompressionPolicy policy = SMALL.withExecution(execution);
        Invariants chat = chat(policy);
        rounds(chat, 0, 40, 100);
        assertThat(chat.view().tokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
        chat.append(QUESTION);
        assertThat(chat.view().messages()).endsWith(QUESTION);
    }

    @Test
    void shortensTurnRefusedByProvider() {
        CompressionPolicy policy = CompressionPolicy.forWindow(128_000)
                .withTokens(TokenOptions.defaults().withSource(TokenOptions.Source.ESTIMATE));
        Invariants chat = chat(policy);
        chat.append(QUESTION);
        rounds(chat, 0, 10, 100);
        assertThat(conversation().compress()).isInstanceOf(Outcome.Unchanged.class);

        ModelCall call = Calls.call(conversation());
        int before = call.messages().size();
        assertThat(call.refused(Calls.refusal(900, 1_200))).isTrue();
        assertThat(call.messages()).hasSizeLessThan(before).contains(QUESTION);

        View view = chat.view();
        assertThat(view.messages())
                .hasSizeLessThanOrEqualTo(6)
                .endsWith(Chats.round(9, 100).toArray(new Message[0]));
        assertThat(view.messages().get(3)).isEqualTo(QUESTION);
    }
}
