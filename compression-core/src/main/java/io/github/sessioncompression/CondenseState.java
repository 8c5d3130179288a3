package io.github.sessioncompression;

import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.state.StateDocument;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Shows less of the state, or nothing, so that the current turn has its place; the state itself stays in the record. */
final class CondenseState implements Step {
    private final StateFitter fitter;
    private final InstantSource clock;

    CondenseState(StateFitter fitter, InstantSource clock) {
        this.fitter = fitter;
        this.clock = clock;
    }

    @Override
    public @Nullable Proposal propose(Chat chat) {
        ShownChat shown = chat.shown();
        if (shown.state().isEmpty()) {
            return null;
        }
        Context context = shown.context();
        int room = (shown.budget().hard() - context.tokens() + context.stateTokens()) / 2;
        int now = chat.rules().stateTokens(shown.state());
        StateDocument smaller = fitter.fit(shown.states(), Math.min(room, now - 1));
        if (smaller.showsSameAs(shown.state())) {
            return null;
        }
        return new Proposal.Ready(
                Stage.FALLBACK,
                it -> show(it, smaller),
                (it, before) -> new Outcome.Condensed(before, it.shown().size()));
    }

    private boolean show(Chat chat, StateDocument smaller) {
        return show(chat, smaller, clock.instant());
    }

    /** Shows so much of the state from now on. */
    static boolean show(Chat chat, StateDocument part, Instant now) {
        long through = chat.shown().leftOutThrough();
        if (through > 0) {
            chat.shown().leaveOut(through, part, chat.shown().states());
            return true;
        }
        return chat.commit(chat.stored().record().resized(part, now));
    }
}
