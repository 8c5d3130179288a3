package io.github.sessioncompression;

import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.state.StateDocument;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Shows more of the state again, once what it gave way to is gone: a large question, or a turn that has ended. Only where the context
 * stays below the target, so that it need not give way again at once, and where at least twice as much can be shown.
 */
final class WidenState implements Step {
    private final StateFitter fitter;
    private final InstantSource clock;

    WidenState(StateFitter fitter, InstantSource clock) {
        this.fitter = fitter;
        this.clock = clock;
    }

    @Override
    public @Nullable Proposal propose(Chat chat) {
        ShownChat shown = chat.shown();
        List<StateDocument> states = shown.states();
        if (states.isEmpty()) {
            return null;
        }
        Context context = shown.context();
        Budget budget = shown.budget();
        int now = chat.rules().stateTokens(shown.state());
        int room = Math.min(budget.stateMax(), budget.target() - context.tokens() + context.stateTokens());
        if (room < Math.max(Budget.SMALLEST_STATE, 2 * now)) {
            return null;
        }
        StateDocument larger = fitter.fit(states, room);
        if (chat.rules().stateTokens(larger) < 2 * now || larger.showsSameAs(shown.state())) {
            return null;
        }
        return new Proposal.Ready(
                Stage.FALLBACK,
                it -> CondenseState.show(it, larger, clock.instant()),
                (it, before) -> new Outcome.Condensed(before, it.shown().size()));
    }
}
