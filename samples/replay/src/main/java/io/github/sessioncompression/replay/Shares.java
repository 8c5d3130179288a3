package io.github.sessioncompression.replay;

import static io.github.sessioncompression.replay.Text.number;

import io.github.sessioncompression.state.StateShares;

/** Tokens of a state by who wrote them, in words. */
final class Shares {
    private Shares() {}

    static String of(StateShares shares) {
        return "by the model " + number(shares.modelTokens()) + " tokens, extract " + number(shares.extractTokens())
                + ", ledger " + number(shares.ledgerTokens());
    }
}
