package io.github.sessioncompression.store;

import io.github.sessioncompression.state.StateShares;
import java.time.Duration;

/**
 * Size, cost and result of a compression, in tokens.
 *
 * <p>Part of the record that the compression made. It is what was measured and is not computed again, so it stays right when settings or the token
 * counter change. Immutable.
 *
 * @param messages how many messages the span had
 * @param spanTokens what the span and the state before cost in a request
 * @param stateTokens what the new state costs in a request
 * @param modelInputTokens what the compression model read, 0 offline
 * @param modelOutputTokens what the compression model wrote, 0 offline
 * @param coverage what became of the facts
 * @param shares tokens of the shown state by who wrote them
 * @param paidTokens input of the chat's calls since a model was asked last, in tokens at full price; 0 if the state is not an extract that
 *     was written for the price of a model's
 * @param modelCalls calls of the compression model, repeated ones included; 0 offline, and in records of earlier versions of this library
 * @param latency time that writing the state took; zero in records of earlier versions
 */
public record Accounting(
        int messages,
        long spanTokens,
        int stateTokens,
        long modelInputTokens,
        long modelOutputTokens,
        Coverage coverage,
        StateShares shares,
        long paidTokens,
        int modelCalls,
        Duration latency) {
    /** Nothing covered, nothing spent. */
    public static final Accounting NONE = paid(0);

    private static Accounting paid(long tokens) {
        return new Accounting(0, 0, 0, 0, 0, Coverage.NONE, StateShares.NONE, tokens, 0, Duration.ZERO);
    }

    /** Accounting of a record that changes something else than the state: only {@link #paidTokens} stays. */
    Accounting unspent() {
        return paidTokens == 0 ? NONE : paid(paidTokens);
    }

    /**
     * Facts of the span and of the state before it that the new state shows: names, numbers, dates, decisions, rules and the like. Of several
     * compressions it is the sum; a fact that is still to be shown counts at each.
     *
     * @param required how many had to be shown; what was put right later is not among them
     * @param held how many of them the new state or the messages that stay show
     * @param shown how many they show together with the ledger
     * @param leftOut how many sentences with facts found no room
     * @param invented how many sentences of the model were taken away because they name a value that it was not given, or
     *     repeat what the user has taken back
     */
    public record Coverage(long required, long held, long shown, long leftOut, long invented) {
        /** Nothing was required. */
        public static final Coverage NONE = new Coverage(0, 0, 0, 0, 0);

        /** Checks the bounds. */
        public Coverage {
            Counters.require(required, held, shown, leftOut, invented);
        }

        /** How many the ledger shows, 0 or more. */
        public long byLedger() {
            return Math.max(0, shown - held);
        }

        /** The share of what is required that is shown, 0 to 1; 1 if nothing is. */
        public double share() {
            return required == 0 ? 1 : Math.min(1, (double) shown / required);
        }
    }
}
