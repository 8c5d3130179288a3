package io.github.sessioncompression.prune;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.prune.Pruner.PruneStep;
import org.junit.jupiter.api.Test;

class PrunerRelieveTest {
    private static final PruneOptions DEFAULTS = PruneOptions.defaults();

    private static Pruner pruner(PruneOptions options) {
        return new Pruner(options, Chat.TOKENS, 1_000_000);
    }

    private static Chat longTurn() {
        Chat chat = new Chat().user("fix it all");
        for (int i = 0; i < 10; i++) {
            chat.tool("read_file", 1_000);
        }
        return chat;
    }

    @Test
    void relievesTheCurrentTurnThoughEverythingInItIsProtected() {
        Pruner pruner = pruner(DEFAULTS);
        Chat chat = longTurn();

        PruneStep step = chat.relieve(pruner, 5_000, 0);

        assertThat(chat.advance(pruner, 0).moved()).isFalse();
        assertThat(chat.tokens(pruner, step.pruned().through())).isLessThanOrEqualTo(5_000);
        assertThat(step.savedTokens())
                .isEqualTo(chat.tokens(pruner, 0)
                        - chat.tokens(pruner, step.pruned().through()));
        assertThat(step.results())
                .isEqualTo((int) chat.changed(pruner, step.pruned().through()));
    }

    @Test
    void takesTheOldestFirstAndNoMoreThanItNeeds() {
        Pruner pruner = pruner(DEFAULTS);
        Chat chat = longTurn();

        PruneStep step = chat.relieve(pruner, 5_000, 0);

        long previousResult = step.pruned().through() - 2;
        assertThat(chat.tokens(pruner, previousResult)).isGreaterThan(5_000);
        assertThat(pruner.view(chat.last(), step.pruned())).isSameAs(chat.last());
    }

    @Test
    void takesTheResultsNotYetAnsweredLast() {
        Pruner pruner = pruner(DEFAULTS);
        Chat chat = new Chat().turn(1_000).user("compare").calls("read_file", 3_000, 3_000);
        long first = chat.last().sequence() - 1;

        assertThat(chat.relieve(pruner, 6_500, 0).pruned().through()).isEqualTo(3);
        assertThat(chat.relieve(pruner, 4_000, 0).pruned().through()).isEqualTo(first);
        assertThat(chat.relieve(pruner, 500, 0).pruned().through()).isEqualTo(first + 1);
    }

    @Test
    void comesAsCloseAsItCanToAGoalOutOfReach() {
        Pruner pruner = pruner(DEFAULTS);
        Chat chat = longTurn();

        PruneStep step = chat.relieve(pruner, 0, 0);

        assertThat(step.results()).isEqualTo(10);
        assertThat(chat.relieve(pruner, 0, step.pruned())).isEqualTo(PruneStep.stay(step.pruned()));
    }

    @Test
    void staysIfContextFits() {
        assertThat(longTurn().relieve(pruner(DEFAULTS), 1_000_000, 0)).isEqualTo(PruneStep.stay(Pruned.NONE));
    }

    @Test
    void makesKeepAllGiveWay() {
        Pruner pruner = pruner(DEFAULTS.withPruning(Pruning.KEEP_ALL));

        assertThat(longTurn().relieve(pruner, 5_000, 0).moved()).isTrue();
    }

    @Test
    void keepsResultsOfToolsWithKeepPolicy() {
        Pruner pruner = pruner(DEFAULTS.withTool("read_file", ToolPolicy.KEEP));

        assertThat(longTurn().relieve(pruner, 0, 0).moved()).isFalse();
    }
}
