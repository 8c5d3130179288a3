package io.github.sessioncompression;

import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.prune.PruneStep;
import io.github.sessioncompression.prune.Pruner;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Moves the boundary up to which old tool results are placeholders. */
final class PruneResults implements Step {
    private final InstantSource clock;
    private final boolean forced;

    /**
     * Such a step.
     *
     * @param forced whether protections give way because the context is above the hard limit
     */
    PruneResults(InstantSource clock, boolean forced) {
        this.clock = clock;
        this.forced = forced;
    }

    @Override
    public @Nullable Proposal propose(Chat chat) {
        PruneStep step = look(chat);
        if (!step.moved()) {
            return null;
        }
        return new Proposal.Ready(
                Stage.PRUNE,
                it -> it.commit(it.stored().record().pruned(step.prunedThrough(), clock.instant())),
                (it, before) ->
                        new Outcome.Pruned(step.results(), before, it.shown().size()));
    }

    /** What pruning would do now. */
    PruneStep look(Chat chat) {
        Pruner pruner = chat.rules().pruner();
        ShownChat shown = chat.shown();
        int tokens = shown.context().tokens();
        List<Entry> active = chat.stored().active();
        long pruned = chat.stored().prunedThrough();
        if (!forced) {
            return pruner.advance(active, tokens, pruned);
        }
        Budget budget = shown.budget();
        PruneStep roomy = pruner.relieve(active, tokens, budget.trigger(), pruned);
        boolean reached = tokens - roomy.savedTokens() <= budget.trigger();
        // Where room to grow can't be had, what the model has not read yet must not go for it.
        return reached ? roomy : pruner.relieve(active, tokens, budget.hard(), pruned);
    }
}
