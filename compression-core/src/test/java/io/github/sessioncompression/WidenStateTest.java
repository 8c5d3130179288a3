package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ContextMeter.Budget;
import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.state.StateDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When more of a state is shown again, to the token. */
class WidenStateTest {
    private static final int WHOLE = 200;

    private final List<SizedChat> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(SizedChat::close);
    }

    /** A chat with a state of {@link #WHOLE} tokens of which {@code shown} are shown, and {@code room} below the target. */
    private SizedChat chat(int shown, int room) {
        SizedChat chat = new SizedChat(SizedChat.POLICY);
        open.add(chat);
        chat.system(20).asks(500).answers(500).asks(20);
        chat.compress(Recipe.Aim.CURRENT_TURN, chat.stateOf(WHOLE));
        StateDocument part = shown == 0 ? StateDocument.EMPTY : chat.stateOf(shown);
        assertThat(chat.chat.commit(chat.chat.stored().record().resized(part, Instant.EPOCH)))
                .isTrue();
        Context context = chat.chat.shown().context();
        return chat.answers(chat.budget.target() - room - context.tokens() + context.stateTokens());
    }

    private static @Nullable Proposal widen(SizedChat chat) {
        return chat.step(Recipe.Kind.WIDEN).propose(chat.chat);
    }

    @Test
    void widensStateOnlyIfItAtLeastDoubles() {
        SizedChat chat = chat(WHOLE / 2, 300);

        assertThat(chat.make(widen(chat))).isTrue();

        assertThat(chat.chat.shown().state()).isEqualTo(chat.stateOf(WHOLE));
        assertThat(widen(chat(WHOLE / 2 + 1, 300))).isNull();
    }

    @Test
    void widensStateOnlyBelowTarget() {
        assertThat(widen(chat(WHOLE / 2, WHOLE))).isNotNull();
        assertThat(widen(chat(WHOLE / 2, WHOLE - 1))).isNull();
    }

    @Test
    void widensHiddenStateOnlyFromSmallestSizeOn() {
        assertThat(widen(chat(0, Budget.SMALLEST_STATE - 1))).isNull();
        SizedChat chat = chat(0, WHOLE);

        assertThat(chat.make(widen(chat))).isTrue();
        assertThat(chat.chat.shown().state()).isEqualTo(chat.stateOf(WHOLE));
    }

    @Test
    void refusedCommitDoesNotWiden() {
        SizedChat chat = chat(WHOLE / 2, 300);
        Proposal proposal = widen(chat);
        chat.store.refuseCommits = true;

        assertThat(chat.make(proposal)).isFalse();
        assertThat(chat.chat.shown().state()).isEqualTo(chat.stateOf(WHOLE / 2));
    }

    @Test
    void withoutAStateThereIsNothingToShow() {
        SizedChat chat = new SizedChat(SizedChat.POLICY);
        open.add(chat);

        assertThat(widen(chat.asks(100))).isNull();
    }
}
