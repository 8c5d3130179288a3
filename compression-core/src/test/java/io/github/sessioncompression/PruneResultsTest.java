package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.prune.Pruner;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Choice of pruned results, and the reach of forced pruning. */
class PruneResultsTest {
    private static final CompressionPolicy POLICY = SizedChat.POLICY.withPrune(PruneOptions.defaults()
            .withMinContextTokens(0)
            .withProtectTokens(0)
            .withMinSavingsTokens(0)
            .withKeepLastTurns(1));

    private final List<SizedChat> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(SizedChat::close);
    }

    private SizedChat chat() {
        SizedChat chat = new SizedChat(POLICY);
        open.add(chat);
        return chat;
    }

    private static Proposal.Ready propose(SizedChat chat, Recipe.Kind kind) {
        return (Proposal.Ready) Objects.requireNonNull(chat.step(kind).propose(chat.chat));
    }

    /** A turn of two results, the last of which the model has not read, that comes to {@code size} once both are pruned. */
    private SizedChat prunedTo(int size) {
        return withResults(size - withResults(0).chat.shown().size() + allSaved(withResults(0)));
    }

    private SizedChat withResults(int more) {
        return chat().asks(2_000)
                .answers(1_500)
                .asks(100)
                .answers(more + 10)
                .asks(10)
                .round(2_500)
                .round(300);
    }

    private static int allSaved(SizedChat chat) {
        Pruner pruner = chat.chat.rules().pruner();
        return (int) pruner.relieve(chat.chat.stored().active(), 10_000, 0, Pruned.NONE)
                .savedTokens();
    }

    @Test
    void oldResultsBecomePlaceholders() {
        SizedChat chat = chat().asks(100)
                .round(900)
                .answers(10)
                .asks(100)
                .round(900)
                .answers(10)
                .asks(10);
        int before = chat.chat.shown().size();
        Proposal.Ready ready = propose(chat, Recipe.Kind.PRUNE);

        assertThat(chat.make(ready)).isTrue();

        assertThat(chat.chat.stored().pruned().through()).isEqualTo(7);
        int after = chat.chat.shown().size();
        assertThat(after).isLessThan(before - 1_500);
        assertThat(ready.outcome().apply(chat.chat, before)).isEqualTo(new Outcome.Pruned(2, before, after));
        assertThat(chat.step(Recipe.Kind.PRUNE).propose(chat.chat)).isNull();
    }

    @Test
    void refusedCommitPrunesNothing() {
        SizedChat chat = chat().asks(100).round(900).answers(10).asks(10);
        Proposal.Ready ready = propose(chat, Recipe.Kind.PRUNE);
        chat.store.refuseCommits = true;

        assertThat(chat.make(ready)).isFalse();
        assertThat(chat.chat.stored().pruned().through()).isZero();
    }

    @Test
    void aboveTheHardLimitResultsGoUntilTheTriggerIsReached() {
        SizedChat chat = prunedTo(POLICY.triggerTokens());

        assertThat(chat.make(propose(chat, Recipe.Kind.PRUNE_FORCED))).isTrue();

        assertThat(chat.chat.stored().pruned().through()).isEqualTo(9);
        assertThat(chat.chat.shown().size()).isEqualTo(POLICY.triggerTokens());
    }

    @Test
    void keepsUnreadResultsIfTriggerIsOutOfReach() {
        SizedChat chat = prunedTo(POLICY.triggerTokens() + 1);

        assertThat(chat.make(propose(chat, Recipe.Kind.PRUNE_FORCED))).isTrue();

        assertThat(chat.chat.stored().pruned().through()).isEqualTo(7);
        assertThat(chat.chat.shown().size()).isBetween(POLICY.triggerTokens() + 1, POLICY.hardLimitTokens());
    }
}
