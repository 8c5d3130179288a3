package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.state.StateDocument;
import java.util.List;
import java.util.Objects;

/**
 * What became of the anchors of a compressed span and of the state before it. Immutable.
 *
 * @param required how many anchors had to be shown: what later corrections put right is not among them
 * @param held how many of them the new state or the kept messages showed
 * @param repaired how many they show together with the ledger
 * @param superseded how many need not be shown any more
 * @param ledger what is shown although the state lacks it: one anchor for each sentence, the weightiest first
 * @param pushedOut what had no room in the ledger either, likewise
 * @param state the new state with the ledger
 * @param added how many tokens the check has added to the state, in its envelope
 */
public record Survival(
        int required,
        int held,
        int repaired,
        int superseded,
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

    /** The share of the required anchors that the state and the kept messages show, 0 to 1; 1 if none is required. */
    public double coverageBefore() {
        return share(held);
    }

    /** The share that they show with the ledger, 0 to 1; 1 if none is required. */
    public double coverageAfter() {
        return share(repaired);
    }

    private double share(int of) {
        return required == 0 ? 1 : of / (double) required;
    }
}
