package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Repair;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.model.ModelAnswer;
import io.github.sessioncompression.model.ScriptedModel;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Turns that outgrow the window by themselves are compressed from inside. */
class ConversationTurnTest extends TurnFixture {
    @ParameterizedTest
    @EnumSource(Execution.class)
    void keepsATurnOfSixtyRoundsBelowTheHardLimit(Execution execution) {
        CompressionPolicy policy = SMALL.withExecution(execution);
        Invariants chat = chat(policy);
        chat.append(Message.system(Chats.SYSTEM), QUESTION);
        for (int i = 0; i < 60; i++) {
            List<Message> round = Chats.round(i, 100);
            chat.append(round);
            View view = chat.view();
            assertThat(view.tokens()).isLessThanOrEqualTo(policy.hardLimitTokens());
            assertThat(view.messages()).contains(QUESTION).endsWith(round.toArray(new Message[0]));
            assertThat(view.leftOut()).isZero();
            assertThat(view.prunedResults()).isZero();
            assertThat(afterRestart(policy)).isEqualTo(view.messages());
        }
        assertThat(record().boundary()).isGreaterThan(60);
        assertThat(record().pinned()).containsExactly(1L, 2L);
        assertThat(conversation().view().messages().get(1).text()).contains("5000");
        assertThat(conversation().view().compressions()).isBetween(3L, 12L);
    }

    @Test
    void showsPinsThenStateThenQuestionThenLastGroups() {
        Invariants chat = chat(SMALL);
        chat.append(Message.system(Chats.SYSTEM));
        List<Message> tools = new ArrayList<>(Chats.round(900, 20));
        tools.set(1, tools.get(1).withPinned(true));
        chat.append(Chats.question(0, 10));
        chat.append(tools);
        chat.append(Chats.answer(0, 10));
        chat.append(QUESTION);
        rounds(chat, 0, 30, 100);

        List<Message> view = chat.view().messages();

        assertThat(view.get(0).text()).startsWith(Chats.SYSTEM);
        assertThat(view.get(1).text()).isEqualTo(Repair.CONTINUATION);
        assertThat(view.subList(2, 4)).isEqualTo(tools);
        assertThat(view.get(4).text()).isEqualTo(Repair.NOTED);
        assertThat(StateEnvelope.holds(view.get(5).text())).isTrue();
        assertThat(view.get(6).text()).isEqualTo(StateEnvelope.ACKNOWLEDGEMENT);
        assertThat(view.get(7)).isEqualTo(QUESTION);
        assertThat(view.get(8).callsTools()).isTrue();
        assertThat(view.subList(view.size() - 2, view.size())).isEqualTo(Chats.round(29, 100));
    }

    @Test
    void coversTheQuestionOnceItsTurnIsOver() {
        Invariants chat = chat(SMALL);
        chat.append(QUESTION);
        rounds(chat, 0, 30, 100);
        assertThat(record().pinned()).containsExactly(1L);
        chat.append(Chats.answer(0, 20));
        assertThat(chat.view().messages()).contains(QUESTION);
        for (int i = 1; record().pinned().contains(1L); i++) {
            chat.append(Chats.question(i, 30));
            chat.view();
            chat.append(Chats.answer(i, 30));
            assertThat(i).isLessThan(40);
        }
        assertThat(chat.view().messages()).doesNotContain(QUESTION);
        assertThat(record().pinned()).isEmpty();
    }

    @Test
    void compressesBeforeCurrentTurnFirst() {
        Invariants chat = chat(SMALL);
        for (int i = 0; i < 9; i++) {
            chat.append(Chats.turn(i, 30));
        }
        chat.append(QUESTION);
        int round = 0;
        while (conversation().record().isEmpty()) {
            rounds(chat, round, round + 1, 100);
            round++;
        }
        assertThat(record().boundary()).isLessThanOrEqualTo(18);
        rounds(chat, round, 40, 100);
        assertThat(record().boundary()).isGreaterThan(19);
    }

    @Test
    void foldsAtTriggerInBackgroundAndAtHardLimitInSync() {
        for (Execution execution : Execution.values()) {
            CompressionPolicy policy = SMALL.withExecution(execution);
            store.delete("chat");
            Invariants chat = chat(policy);
            chat.append(QUESTION);
            int before = 0;
            for (int i = 0; open.last().conversation("chat").record().isEmpty(); i++) {
                before = open.last().conversation("chat").status().contextTokens();
                rounds(chat, i, i + 1, 50);
            }
            int limit = execution == Execution.SYNC ? policy.hardLimitTokens() : policy.triggerTokens();
            assertThat(before).as(execution.name()).isBetween(limit - 200, limit);
        }
    }

    @Test
    void looksInsideATurnOnlyAtTheTriggerPointForIt() {
        CompressionPolicy policy = SMALL.withTriggerPoints(Set.of(TriggerPoint.AFTER_RESPONSE));
        Invariants chat = chat(policy);
        chat.append(QUESTION);
        int before = 0;
        for (int i = 0; conversation().record().isEmpty(); i++) {
            before = conversation().status().contextTokens();
            rounds(chat, i, i + 1, 50);
        }
        assertThat(before).isBetween(policy.hardLimitTokens() - 200, policy.hardLimitTokens());
    }

    @Test
    void leavesCallsInFlightAndTheLastAnsweredGroupAlone() {
        Invariants chat = chat(SMALL);
        chat.append(QUESTION);
        for (int i = 0; i < 30; i++) {
            chat.append(Chats.round(i, 150));
            Message calls = Message.assistant(
                    "", List.of(new ToolCall("x" + i, "search", "{}"), new ToolCall("y" + i, "search", "{}")));
            chat.append(calls);
            assertThat(chat.view().messages()).endsWith(calls);
            chat.append(Message.toolResult("x" + i, "search", "x " + "much ".repeat(200)));
            List<Message> view = chat.view().messages();
            assertThat(view.get(view.size() - 2)).isSameAs(calls);
            chat.append(Message.toolResult("y" + i, "search", "y"));
            chat.view();
        }
        assertThat(record().boundary()).isGreaterThan(90);
    }

    @Test
    void showsTheModelTheQuestionEachTime() {
        ScriptedModel model = new ScriptedModel();
        model.otherwise(request -> ModelAnswer.of(GOOD));
        CompressionPolicy oneStep = SMALL.withModel(SMALL.model().withContextWindow(100_000));
        Invariants chat = chat(oneStep, model, Runnable::run);
        chat.append(QUESTION);
        for (int i = 0; i < 60; i++) {
            long version =
                    conversation().record().map(CompressionRecord::version).orElse(0L);
            rounds(chat, i, i + 1, 100);
            if (conversation().record().map(CompressionRecord::version).orElse(0L) > version) {
                assertThat(ScriptedModel.part(model.lastRequest(), "new_messages"))
                        .containsOnlyOnce(QUESTION.text());
            }
        }
        assertThat(record().version()).isGreaterThan(2);
    }

    @Test
    void planMatchesFold() {
        List<Runnable> background = new ArrayList<>();
        Invariants chat = chat(SMALL, null, background::add);
        chat.append(QUESTION);
        for (int i = 0; conversation().plan().step() == Plan.Step.NOTHING; i++) {
            chat.append(Chats.round(i, 100));
        }
        Plan plan = conversation().plan();
        chat.view();
        background.get(0).run();
        Outcome.Compressed done = (Outcome.Compressed) chat.view().outcome();
        assertThat(done.boundary()).isEqualTo(plan.boundary());
        assertThat(done.messages()).isEqualTo(plan.compressibleMessages());
        assertThat(done.tokensAfter()).isLessThanOrEqualTo(plan.estimatedTokensAfter() + 20);
    }

    @Test
    void setRemovesRestOfFoldedTurn() {
        Invariants chat = chat(SMALL);
        chat.append(Message.system(Chats.SYSTEM), QUESTION);
        rounds(chat, 0, 30, 100);
        List<Message> view = new ArrayList<>(chat.view().messages());
        int before = conversation().transcript().size();
        conversation().framework().set(view);
        assertThat(conversation().transcript()).hasSize(before);

        view.set(3, Message.user("Never mind the bulbs."));
        conversation().framework().set(view);
        assertThat(conversation().view().messages()).isEqualTo(view);
        assertThat(afterRestart(SMALL)).isEqualTo(view);
        assertThat(record().pinned()).containsExactly(1L);
    }
}
