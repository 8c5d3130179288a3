package io.github.sessioncompression.replay;

import static io.github.sessioncompression.replay.Text.count;
import static io.github.sessioncompression.replay.Text.number;
import static io.github.sessioncompression.replay.Text.percent;

import io.github.sessioncompression.event.CompressionStats.FactCoverage;

/** What became of the facts over all compressions, in words. */
final class Facts {
    private Facts() {}

    /** The share that is shown. */
    static String share(FactCoverage facts) {
        return facts.required() == 0 ? "–" : percent(facts.share());
    }

    /** How many are shown and by what, and what was left out or invented. */
    static String of(FactCoverage facts) {
        if (facts.required() == 0) {
            return "none had to be shown";
        }
        String ledger = facts.addedByLedger() == 0 ? "" : ", " + number(facts.addedByLedger()) + " by the ledger";
        String leftOut = facts.leftOut() == 0 ? "" : "; no room for " + count(facts.leftOut(), "sentence");
        String invented = facts.invented() == 0 ? "" : "; invented and taken away: " + number(facts.invented());
        return number(facts.shown()) + " of " + number(facts.required()) + " over all compressions" + ledger + leftOut
                + invented;
    }
}
