package io.github.sessioncompression.replay;

import static io.github.sessioncompression.replay.Text.count;
import static io.github.sessioncompression.replay.Text.number;
import static io.github.sessioncompression.replay.Text.percent;

import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting.Coverage;

/** Facts and authors of a state, in words. */
final class Facts {
    private Facts() {}

    /** The share that is shown. */
    static String share(Coverage facts) {
        return facts.required() == 0 ? "–" : percent(facts.share());
    }

    /** Facts over all compressions: required, shown, by the ledger, left out, invented. */
    static String overall(Coverage facts) {
        return facts.required() == 0
                ? "none had to be shown"
                : number(facts.shown()) + " of " + number(facts.required()) + " over all compressions"
                        + and(facts.byLedger(), facts.leftOut(), facts.invented());
    }

    /** The same of one compression. */
    static String of(Coverage facts) {
        return facts.required() == 0
                ? "no facts had to be shown"
                : number(facts.shown()) + " of " + number(facts.required()) + " facts shown"
                        + and(facts.byLedger(), facts.leftOut(), facts.invented());
    }

    /** Tokens of a state by who wrote them. */
    static String written(StateShares shares) {
        return "by the model " + number(shares.modelTokens()) + " tokens, extract " + number(shares.extractTokens())
                + ", ledger " + number(shares.ledgerTokens());
    }

    private static String and(long byLedger, long leftOut, long inventedByModel) {
        String ledger = byLedger == 0 ? "" : ", " + number(byLedger) + " by the ledger";
        String left = leftOut == 0 ? "" : "; no room for " + count(leftOut, "sentence");
        String invented = inventedByModel == 0 ? "" : "; invented and taken away: " + number(inventedByModel);
        return ledger + left + invented;
    }
}
