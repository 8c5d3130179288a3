package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.state.StateDocument;
import java.util.List;
import java.util.Objects;

/**
 * The outcome of a {@link SurvivalCheck}. Immutable.
 *
 * @param required number of sentences that had to be shown
 * @param held how many of them the new state or the kept messages cover
 * @param repaired how many they cover together with the ledger
 * @param ledger sentences that are quoted because the state lacks them, the weightiest first
 * @param pushedOut sentences that had no room in the ledger either, likewise
 * @param state the new state with the ledger, and with what the next check needs
 * @param added tokens that the ledger adds to the state in its envelope
 */
public record Survival(
        int required,
        int held,
        int repaired,
        List<Anchor> ledger,
        List<Anchor> pushedOut,
        StateDocument state,
        int added) {
    /** Copies the lists. */
    public Survival {
        ledger = List.copyOf(ledger);
        pushedOut = List.copyOf(pushedOut);
        Objects.requireNonNull(state, "state");
    }

    /** The share of the required sentences that the state and the kept messages cover, 0 to 1; 1 if none is required. */
    public double coverageBefore() {
        return share(held);
    }

    /** The share that they cover with the ledger, 0 to 1; 1 if none is required. */
    public double coverageAfter() {
        return share(repaired);
    }

    private double share(int of) {
        return required == 0 ? 1 : of / (double) required;
    }
}
