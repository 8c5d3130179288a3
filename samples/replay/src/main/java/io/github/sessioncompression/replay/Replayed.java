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
 * @param boundary the last message that the state covers, by its sequence number; 0 if it covers none
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
        long boundary,
        boolean finalCompression,
        StateDocument state,
        CompressionStats stats,
        @Nullable VerbatimCheck verbatim) {
    /**
     * The sums over all calls of a replay, in tokens.
     *
     * @param sent tokens that all calls together sent
     * @param sentUncompressed tokens that they would have sent with the whole transcript each time
     * @param stable the part of {@code sent} that was the unchanged prefix of the call before: what a provider caches
     * @param medianMicros half of the calls took no longer, in microseconds
     * @param maxMicros the slowest call, in microseconds
     */
    record Totals(
            long sent,
            long sentUncompressed,
            long stable,
            int peak,
            int overHardLimit,
            long medianMicros,
            long maxMicros) {
        /** Share of the tokens that need not be sent, 0 to 1; below 0 if more is sent than without compression. */
        double saved() {
            return sentUncompressed == 0 ? 0 : 1 - (double) sent / sentUncompressed;
        }

        /** Share of the tokens sent that is an unchanged prefix, 0 to 1. */
        double stableShare() {
            return sent == 0 ? 0 : (double) stable / sent;
        }
    }

    Replayed {
        calls = List.copyOf(calls);
    }

    /** Tokens of the state in {@code end} by who wrote them. */
    StateShares shares() {
        return StateShares.of(state, MessageTokens.of(policy.tokens())::countText);
    }

    Totals totals() {
        long[] micros = calls.stream().mapToLong(Call::micros).sorted().toArray();
        return new Totals(
                calls.stream().mapToLong(Call::contextTokens).sum(),
                calls.stream().mapToLong(Call::transcriptTokens).sum(),
                calls.stream().mapToLong(Call::stablePrefixTokens).sum(),
                calls.stream().mapToInt(Call::contextTokens).max().orElse(0),
                (int) calls.stream()
                        .filter(call -> call.contextTokens() > policy.hardLimitTokens())
                        .count(),
                micros.length == 0 ? 0 : micros[micros.length / 2],
                micros.length == 0 ? 0 : micros[micros.length - 1]);
    }
}
