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
        return facts.required() == 0 ? "none had to be shown" : shown(facts, " over all compressions");
    }

    /** The same of one compression. */
    static String of(Coverage facts) {
        return facts.required() == 0 ? "no facts had to be shown" : shown(facts, " facts shown");
    }

    /** Tokens of a state by who wrote them. */
    static String written(StateShares shares) {
        return "by the model " + number(shares.modelTokens()) + " tokens, extract " + number(shares.extractTokens())
                + ", ledger " + number(shares.ledgerTokens());
    }

    private static String shown(Coverage facts, String what) {
        String ledger = facts.byLedger() == 0 ? "" : ", " + number(facts.byLedger()) + " by the ledger";
        String left = facts.leftOut() == 0 ? "" : "; no room for " + count(facts.leftOut(), "sentence");
        String invented = facts.invented() == 0 ? "" : "; invented and taken away: " + number(facts.invented());
        return number(facts.shown()) + " of " + number(facts.required()) + what + ledger + left + invented;
    }
}
