package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a state is made of the transcript once more, and of what. */
class RewriteStateTest extends SizedChatFixture {
    private static final CompressionPolicy POLICY = SizedChat.POLICY;

    private static StateDocument saidIn(Long... sources) {
        return new StateDocument(Map.of(
                "logos",
                List.of(new StateItem(
                        "the pot is blue",
                        StateItem.Kind.FACT,
                        List.of(sources),
                        StateItem.Origin.USER,
                        StateItem.Writer.MODEL))));
    }

    /** A chat whose first four messages, the second one pinned, went into a state. */
    private SizedChat covered(StateDocument state) {
        return chat(POLICY)
                .asks(500)
                .answersPinned(300)
                .asks(500)
                .answers(400)
                .asks(20)
                .compress(StepOrder.Aim.CURRENT_TURN, state);
    }

    private static @Nullable Proposal proposed(SizedChat chat) {
        return chat.step(StepOrder.Kind.REWRITE).propose(chat.chat);
    }

    private static void erase(SizedChat chat, long sequence) {
        assertThat(chat.store.erase("chat", sequence)).isTrue();
        chat.chat.sync();
    }

    @Test
    void rewritesAllCoveredMessagesExceptPins() {
        SizedChat chat = covered(saidIn(1L, 4L));
        long pinned = chat.chat.stored().record().pinned().size();
        assertThat(chat.chat.stored().boundary()).isEqualTo(4);

        CompressTask task = SizedChat.write(proposed(chat)).task();

        assertThat(task.covered())
                .hasSize((int) (4 - pinned))
                .extracting(Entry::sequence)
                .contains(3L, 4L);
        assertThat(task.boundary()).isEqualTo(4);
        assertThat(task.previous().isEmpty()).isTrue();
        assertThat(task.free()).as("nobody asked for what a model costs").isTrue();
        assertThat(task.maxTokens()).isEqualTo(chat.budget.stateMax());
    }

    @Test
    void keepsStateIfItsSourcesAreGone() {
        SizedChat chat = covered(saidIn(3L, 4L));
        assertThat(proposed(chat)).isNotNull();

        erase(chat, 3);

        assertThat(proposed(chat)).isNull();
    }

    @Test
    void rewritesIfOnlyUncitedMessagesAreGone() {
        SizedChat chat = covered(saidIn(4L));

        erase(chat, 3);

        assertThat(SizedChat.write(proposed(chat)).task().covered())
                .extracting(Entry::sequence)
                .contains(4L)
                .doesNotContain(3L);
    }

    @Test
    void ignoresSourcesBehindBoundary() {
        SizedChat chat = covered(saidIn(4L, 99L));

        assertThat(proposed(chat)).isNotNull();
    }

    @Test
    void nothingIsMadeOfNothing() {
        assertThat(proposed(chat(POLICY).asks(20))).isNull();
    }
}
