package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions.StateMode;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The room that a request under way is made, and what is given back once it is gone. */
class RoomDecisionLimitsTest extends SizedChatFixture {
    private static final CompressionPolicy NO_STATES =
            SizedChat.POLICY.withExecution(Execution.SYNC).withState(SizedChat.STATE.withMode(StateMode.OFF));
    private static final int WHOLE = 200;

    /** A chat with a state of {@link #WHOLE} tokens. */
    private SizedChat withState(CompressionPolicy policy) {
        return withState(policy, WHOLE);
    }

    private SizedChat withState(CompressionPolicy policy, int tokens) {
        SizedChat chat = chat(policy).asks(500).answers(500).asks(20);
        return chat.compress(Recipe.Aim.CURRENT_TURN, chat.stateOf(tokens));
    }

    private static void show(SizedChat chat, StateDocument part) {
        chat.chat.commit(chat.chat.stored().record().resized(part, Instant.EPOCH));
    }

    @Test
    void aRequestIsMadeRoomForAndCountedNoLonger() {
        SizedChat chat = chat(NO_STATES.withExecution(Execution.ASYNC));
        chat.asks(1_000).answers(1_000).asks(500).answers(500).asks(20);
        int before = chat.chat.shown().size();

        int room = chat.workings.room().makeRoom(4_000L, context -> {
            assertThat(chat.chat.shown().context().leftOut()).isPositive();
            assertThat(chat.chat.shown().size()).isEqualTo(context.tokens() + 4_000);
            return context.tokens();
        });

        assertThat(room + 4_000).isLessThanOrEqualTo(NO_STATES.hardLimitTokens());
        assertThat(before).isEqualTo(3_020);
        assertThat(chat.chat.shown().size()).isEqualTo(room);
    }

    @Test
    void requestUsesCurrentContextNotSteadyOne() {
        SizedChat chat = chat(SizedChat.POLICY).asks(300).answers(300).asks(20).round(100);
        Context held = chat.chat.shown().steady();
        chat.chat.shown().leaveOut(2, StateDocument.EMPTY, List.of());
        assertThat(chat.chat.shown().steady()).isSameAs(held);

        Context given = chat.workings.room().makeRoom(0, context -> context);

        assertThat(given).isSameAs(chat.chat.shown().context()).isNotSameAs(held);
    }

    @Test
    void aRequestGetsItsContextThoughTheStoreIsGone() {
        SizedChat chat = withState(SizedChat.POLICY);
        chat.store.gone = true;

        try (Warnings warnings = new Warnings()) {
            Context given = chat.workings.room().makeRoom(100_000, context -> context);

            assertThat(given.tokens()).isPositive();
            assertThat(warnings.lines()).isNotEmpty();
        }
        chat.store.gone = false;
        assertThat(chat.chat.shown().size()).isLessThan(1_000);
    }

    @Test
    void restoresDroppedState() {
        SizedChat chat = withState(SizedChat.POLICY);
        show(chat, StateDocument.EMPTY);

        chat.workings.room().giveBack(chat.chat);

        assertThat(chat.chat.shown().state()).isEqualTo(chat.stateOf(WHOLE));
    }

    @Test
    void restoresStateIfCapIsMoreThanTwiceShownSize() {
        int cap = SizedChat.STATE.maxTokens();
        SizedChat chat = withState(SizedChat.POLICY, cap);
        int beside = chat.chat.shown().context().stateTokens() - cap;
        StateDocument half = chat.stateOf(cap / 2 - beside);
        show(chat, half);
        chat.workings.room().giveBack(chat.chat);
        assertThat(chat.chat.shown().state()).isEqualTo(half);

        show(chat, chat.stateOf(cap / 2 - beside - 1));
        chat.workings.room().giveBack(chat.chat);
        assertThat(chat.chat.shown().state()).isEqualTo(chat.stateOf(cap));
    }

    @Test
    void withinATurnOrSwitchedOffNothingComesBack() {
        SizedChat inside = withState(SizedChat.POLICY);
        show(inside, StateDocument.EMPTY);
        inside.round(10);
        SizedChat off = withState(SizedChat.POLICY);
        show(off, StateDocument.EMPTY);
        off.chat.enable(false, Instant.EPOCH);

        for (SizedChat chat : List.of(inside, off)) {
            chat.workings.room().giveBack(chat.chat);
            assertThat(chat.chat.shown().state().isEmpty()).isTrue();
        }
    }

    @Test
    void restoresBridgeStateWithoutWrittenState() {
        SizedChat chat = chat(SizedChat.POLICY).asks(300).answers(300).asks(20);
        StateDocument state = chat.stateOf(WHOLE);
        chat.chat.shown().leaveOut(2, StateDocument.EMPTY, List.of(state));

        chat.workings.room().giveBack(chat.chat);

        assertThat(chat.chat.shown().state()).isEqualTo(state);
        assertThat(chat.chat.shown().leftOutThrough()).isEqualTo(2);
    }

    @Test
    void restoresBridgeStateLargerThanWrittenOne() {
        SizedChat chat = withState(SizedChat.POLICY, 100).answers(300).asks(20);
        StateDocument whole = chat.stateOf(300);
        chat.chat.shown().leaveOut(4, chat.stateOf(90), List.of(whole));

        chat.workings.room().giveBack(chat.chat);

        assertThat(chat.chat.shown().state()).isEqualTo(whole);
    }

    @Test
    void manualPruningReturnsOutcome() {
        SizedChat chat = chat(SizedChat.POLICY).asks(300);

        assertThat(chat.workings.room().pruneNow(chat.chat)).isInstanceOf(Outcome.Unchanged.class);
    }
}
