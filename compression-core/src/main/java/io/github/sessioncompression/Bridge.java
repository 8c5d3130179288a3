package io.github.sessioncompression;

import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.state.StateDocument;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the older part of a chat out of the view and shows a state written offline for it, in this process only: until the state that
 * is to be kept is there, for which nobody waits. The part stays to be compressed.
 */
final class Bridge implements Step {
    private final CompressStep compress;

    /**
     * Such a step.
     *
     * @param compress chooses the part
     */
    Bridge(CompressStep compress) {
        this.compress = compress;
    }

    @Override
    public @Nullable Proposal propose(Chat chat) {
        CompressTask task = compress.prepare(chat);
        if (task == null || task.boundary() <= chat.shown().leftOutThrough()) {
            return null;
        }
        return new Proposal.ToWrite(Stage.FALLBACK, task.withoutModel(), written -> finish(task, written));
    }

    private Proposal.Ready finish(CompressTask task, WrittenState.Written written) {
        return new Proposal.Ready(
                Stage.FALLBACK,
                chat -> task.stillHolds(chat.stored()) && show(chat, task, written.document()),
                (chat, before) -> new Outcome.Bridged(
                        chat.shown().leftOut(), before, chat.shown().size()));
    }

    private boolean show(Chat chat, CompressTask task, StateDocument written) {
        List<StateDocument> states = CompressStep.statesWith(chat, written);
        chat.shown().leaveOut(task.boundary(), compress.shown(chat, task, states), states);
        return true;
    }
}
