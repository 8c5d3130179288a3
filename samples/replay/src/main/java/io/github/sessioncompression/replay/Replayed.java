package io.github.sessioncompression.replay;

import io.github.sessioncompression.View;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.token.MessageTokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of a replay.
 *
 * @param transcriptTokens tokens of all messages
 * @param end the view after the last message
 * @param finalCompression true if all that may go was compressed at the end, as asked for
 * @param state the state in {@code end}, empty if there is none
 * @param verbatim the check of states written without a model; {@code null} where a model writes them
 */
record Replayed(
        Transcript transcript,
        CompressionPolicy policy,
        Framework framework,
        Compressor compressor,
        List<Call> calls,
        long transcriptTokens,
        View end,
        boolean finalCompression,
        StateDocument state,
        CompressionStats stats,
        @Nullable VerbatimCheck verbatim) {
    Replayed {
        calls = List.copyOf(calls);
    }

    /** Tokens of the state in {@code end} by who wrote them. */
    StateShares shares() {
        return StateShares.of(state, MessageTokens.of(policy.tokens())::countText);
    }

    Totals totals() {
        return Totals.of(calls, policy.hardLimitTokens());
    }
}
