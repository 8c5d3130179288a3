package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.Steps.LeaveOut;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Exact range of messages left out of a view, in tokens. */
class LeaveOutTest {
    private static final StateDocument STATE = SizedChat.state(0, 3);

    private final List<SizedChat> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(SizedChat::close);
    }

    /** A chat with a system prompt and a state. */
    private SizedChat chat() {
        SizedChat chat = new SizedChat(SizedChat.POLICY);
        open.add(chat);
        chat.system(20).asks(500).answers(500).asks(20);
        chat.compress(Recipe.Aim.CURRENT_TURN, STATE);
        assertThat(chat.chat.stored().boundary()).isEqualTo(3);
        return chat.answers(280);
    }

    private static int others(SizedChat chat) {
        return chat.systemTokens() + chat.chat.shown().context().stateTokens();
    }

    /** A turn of {@code tokens} with three answered rounds, which begins with message 6 behind 300 tokens. */
    private static SizedChat turn(SizedChat chat, int tokens) {
        int round = tokens / 4;
        return chat.asks(tokens - 3 * round).round(round - 10).round(round - 10).round(round - 10);
    }

    /** A chat of which only the turn fits below the target. */
    private SizedChat large() {
        SizedChat chat = chat();
        return turn(chat, chat.budget.target() - others(chat));
    }

    private static long leftOut(SizedChat chat, boolean all) {
        Proposal proposal = new LeaveOut(all).propose(chat.chat);
        if (proposal == null) {
            return 0;
        }
        assertThat(chat.make(proposal)).isTrue();
        return chat.chat.shown().leftOutThrough();
    }

    @Test
    void keepsTurnWholeIfItFitsBelowHardLimit() {
        SizedChat fits = chat();
        SizedChat does = chat();
        turn(fits, fits.budget.hard() - others(fits));
        turn(does, does.budget.hard() - others(does) + 1);

        assertThat(leftOut(fits, false)).isEqualTo(5);
        assertThat(leftOut(does, false)).isGreaterThan(6);
    }

    @Test
    void asMuchIsLeftOutAsBringsTheContextToTheTarget() {
        SizedChat fits = chat();
        SizedChat does = chat();
        int room = fits.budget.target() - others(fits);
        fits.asks(room - 200).answers(100).asks(100);
        does.asks(room - 199).answers(100).asks(100);

        assertThat(leftOut(fits, false)).isEqualTo(5);
        assertThat(leftOut(does, false)).isEqualTo(7);
    }

    @Test
    void groupsOfTheTurnAreLeftOutUntilTheTargetIsReached() {
        SizedChat fits = chat();
        SizedChat does = chat();
        int room = fits.budget.target() - others(fits);
        for (SizedChat chat : List.of(fits, does)) {
            int more = chat == fits ? 0 : 1;
            chat.asks(100 + more).round(2_490).round(2_490).round(room - 120).round(0);
        }

        assertThat(leftOut(fits, false)).isEqualTo(10);
        assertThat(leftOut(does, false)).isEqualTo(12);
    }

    @Test
    void forcedCutLeavesOutAllItMay() {
        SizedChat chat = large();

        assertThat(leftOut(chat, false)).isEqualTo(5);
        assertThat(leftOut(chat, true)).isEqualTo(10);
    }

    @Test
    void leavesNothingOutTwice() {
        SizedChat chat = turn(chat(), 1_000);

        assertThat(leftOut(chat, true)).isEqualTo(10);
        assertThat(leftOut(chat, true)).isZero();
        assertThat(leftOut(chat, false)).isZero();
    }

    @Test
    void onlyTheViewGivesWay() {
        SizedChat chat = large();
        int before = chat.chat.shown().size();
        Proposal.Ready ready = (Proposal.Ready) Objects.requireNonNull(new LeaveOut(false).propose(chat.chat));

        chat.make(ready);

        assertThat(ready.outcome().apply(chat.chat, before)).isEqualTo(new Outcome.Truncated(2, before, before - 300));
        assertThat(chat.chat.shown().state()).isEqualTo(STATE);
        assertThat(chat.chat.stored().boundary()).isEqualTo(3);
        assertThat(chat.chat.stored().active()).hasSize(9);
    }

    @Test
    void nothingIsLeftOutOfTheOnlyTurn() {
        SizedChat chat = new SizedChat(SizedChat.POLICY);
        open.add(chat);
        chat.asks(3_000).answers(10);

        assertThat(leftOut(chat, false)).isZero();
        assertThat(leftOut(chat, true)).isZero();
    }
}
