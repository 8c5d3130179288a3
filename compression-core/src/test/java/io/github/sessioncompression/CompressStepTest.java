package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ContextMeter.Budget;
import io.github.sessioncompression.Step.CompressTask;
import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Input of a state, its token limit, and the commit or discarding of the result. */
class CompressStepTest extends SizedChatFixture {
    private static final StateDocument STATE = SizedChat.state(0, 3);
    private static final Recipe.Aim BEFORE_TURN = Recipe.Aim.CURRENT_TURN;

    private SizedChat chat() {
        return chat(SizedChat.POLICY);
    }

    private static CompressStep step(SizedChat chat, Recipe.Aim aim) {
        return new CompressStep(chat.settings().writer().fitter(), () -> Instant.EPOCH, aim);
    }

    private static CompressTask task(SizedChat chat, Recipe.Aim aim) {
        return Objects.requireNonNull(step(chat, aim).prepare(chat.chat, false), "task");
    }

    private static CompressTask task(SizedChat chat) {
        return task(chat, Recipe.Aim.CURRENT_TURN);
    }

    private static int acknowledgement(SizedChat chat) {
        return chat.chat.rules().count(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
    }

    private static List<Long> numbers(List<Entry> entries) {
        return entries.stream().map(Entry::sequence).toList();
    }

    @Test
    void limitsStateToReplacedTokensLessRepairMessages() {
        SizedChat chat = chat().asks(100).answers(100).asks(50);

        assertThat(task(chat).replacedTokens()).isEqualTo(200);
        assertThat(task(chat).maxTokens()).isEqualTo(200 - 2 * acknowledgement(chat));
    }

    @Test
    void aStateCostsNoMoreThanItsCap() {
        assertThat(task(chat().asks(1_000).answers(100).asks(50)).maxTokens()).isEqualTo(400);
    }

    @Test
    void reservesOneFillerPerNewPin() {
        SizedChat chat = chat().asksPinned(10).answersPinned(20);
        chat.asks(100).answers(60).asksPinned(30).asks(50);
        int acknowledgement = acknowledgement(chat);

        assertThat(task(chat).maxTokens()).isEqualTo(160 - 5 * acknowledgement);

        chat.compress(BEFORE_TURN, STATE);
        chat.answers(90).asks(50);
        assertThat(chat.chat.stored().record().pinned()).containsExactly(1L, 2L, 5L);
        assertThat(task(chat).maxTokens()).isEqualTo(140 + chat.stateTokens(STATE) - 2 * acknowledgement);
    }

    @Test
    void prepareReturnsNullWithoutRoomForState() {
        SizedChat fits = chat();
        int smallest = Budget.SMALLEST_STATE + 2 * acknowledgement(fits);
        fits.asks(smallest - 20).answers(20).asks(50);
        SizedChat does = chat().asks(smallest - 21).answers(20).asks(50);

        assertThat(task(fits).maxTokens()).isEqualTo(Budget.SMALLEST_STATE);
        assertThat(step(does, Recipe.Aim.CURRENT_TURN).prepare(does.chat, false))
                .isNull();
    }

    @Test
    void theStateBeforeIsReplacedToo() {
        SizedChat chat = chat().asks(1_000).answers(100).asks(50);
        chat.compress(BEFORE_TURN, STATE);
        chat.answers(300).asks(50);

        assertThat(task(chat).previous()).isEqualTo(STATE);
        assertThat(task(chat).replacedTokens()).isEqualTo(350 + chat.stateTokens(STATE));
    }

    @Test
    void readsPinnedMessagesOnceInTheirPlace() {
        SizedChat chat =
                chat().asks(300).asksPinned(20).answers(100).asksPinned(30).asks(50);

        assertThat(numbers(task(chat).span())).containsExactly(1L, 2L, 3L, 4L);

        chat.compress(BEFORE_TURN, STATE);
        chat.answers(300).asks(50);
        assertThat(chat.chat.stored().boundary()).isEqualTo(4);
        assertThat(numbers(task(chat).span())).containsExactly(5L, 6L);
    }

    @Test
    void theQuestionOfTheTurnIsReadEachTime() {
        SizedChat chat = chat().asks(300);
        chat.round(200).round(200).round(200);
        chat.compress(Recipe.Aim.ALL, STATE);
        chat.round(200).round(200);

        assertThat(numbers(task(chat, Recipe.Aim.ALL).span())).startsWith(1L).hasSizeGreaterThan(2);
        assertThat(numbers(task(chat, Recipe.Aim.ALL).covered())).doesNotContain(1L);
    }

    @Test
    void discardsStateOfDeletedChat() {
        SizedChat chat = chat().asks(300).answers(100).asks(50);
        Proposal.ToWrite proposal = SizedChat.write(chat.step(BEFORE_TURN).propose(chat.chat));
        chat.chat.delete();
        chat.asks(300).answers(100).asks(50);

        assertThat(chat.make(proposal.finish().apply(SizedChat.written(STATE, Outcome.Compressed.By.OFFLINE))))
                .isFalse();
        assertThat(chat.chat.stored().boundary()).isZero();
    }

    @Test
    void refusedCommitChangesNothing() {
        SizedChat chat = chat().asks(300).answers(100).asks(50);
        Proposal.Ready ready = SizedChat.write(chat.step(BEFORE_TURN).propose(chat.chat))
                .finish()
                .apply(SizedChat.written(STATE, Outcome.Compressed.By.OFFLINE));
        chat.store.refuseCommits = true;
        assertThat(chat.make(ready)).isFalse();
        chat.store.refuseCommits = false;

        assertThat(chat.make(ready)).isTrue();
        assertThat(chat.chat.stored().states()).containsExactly(STATE);
    }

    @ParameterizedTest
    @EnumSource(Outcome.Compressed.By.class)
    void recordNamesAuthorOfState(Outcome.Compressed.By by) {
        SizedChat chat = chat().asks(300).answers(100).asks(50);
        Proposal.ToWrite proposal = SizedChat.write(chat.step(BEFORE_TURN).propose(chat.chat));
        chat.make(proposal.finish().apply(SizedChat.written(STATE, by)));

        CompressionRecord record = chat.chat.stored().record();
        assertThat(record.cause()).isEqualTo(by == Outcome.Compressed.By.MODEL ? Cause.MODEL : Cause.OFFLINE);
        assertThat(record.accounting().stateTokens()).isEqualTo(chat.stateTokens(STATE));
    }

    /** A chat with a system prompt of which a turn was to be compressed before {@code kept} tokens were asked. */
    private SizedChat large() {
        return chat().system(20).asks(300).answers(100).asks(50);
    }

    private static StateDocument shown(SizedChat chat, CompressTask task, StateDocument state) {
        return step(chat, Recipe.Aim.CURRENT_TURN).shown(chat.chat, task, state);
    }

    private static StateDocument fitting(SizedChat chat, StateDocument state, int room) {
        return chat.settings().writer().fitter().fit(state, room);
    }

    @Test
    void fitsStateIntoRoomBesideKeptMessages() {
        SizedChat chat = large();
        StateDocument state = SizedChat.state(0, 60);
        CompressTask task = task(chat);
        chat.system(700);
        int kept = chat.budget.trigger() - chat.systemTokens() - 300;
        int half = (kept - 50) / 2;
        chat.round(half - 10).round(kept - 50 - half - 10);
        int room = chat.budget.stateRoom(chat.systemTokens() + kept);

        assertThat(room).isBetween(100, 200);
        StateDocument shown = shown(chat, task, state);
        assertThat(shown.isEmpty()).isFalse();
        assertThat(shown).isNotEqualTo(fitting(chat, state, 400)).isEqualTo(fitting(chat, state, room));
    }

    @Test
    void newTurnsTakeAtMostHalfOfStateRoom() {
        SizedChat chat = large();
        StateDocument state = SizedChat.state(0, 60);
        CompressTask task = task(chat);
        int turn = chat.budget.trigger() - chat.systemTokens() - 600;
        chat.answers(1_500).asks(turn - 100).answers(100);
        int room = chat.budget.stateRoom(chat.systemTokens() + turn);

        assertThat(room).isBetween(200, 399);
        StateDocument shown = shown(chat, task, state);
        assertThat(shown.isEmpty()).isFalse();
        assertThat(shown).isEqualTo(fitting(chat, state, room / 2));
    }
}
