package io.github.sessioncompression.replay;

import java.util.List;

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
        long sent, long sentUncompressed, long stable, int peak, int overHardLimit, long medianMicros, long maxMicros) {

    static Totals of(List<Call> calls, int hardLimit) {
        long[] micros = calls.stream().mapToLong(Call::micros).sorted().toArray();
        return new Totals(
                calls.stream().mapToLong(Call::contextTokens).sum(),
                calls.stream().mapToLong(Call::transcriptTokens).sum(),
                calls.stream().mapToLong(Call::stablePrefixTokens).sum(),
                calls.stream().mapToInt(Call::contextTokens).max().orElse(0),
                (int) calls.stream()
                        .filter(call -> call.contextTokens() > hardLimit)
                        .count(),
                micros.length == 0 ? 0 : micros[micros.length / 2],
                micros.length == 0 ? 0 : micros[micros.length - 1]);
    }

    /** Share of the tokens that need not be sent, 0 to 1; below 0 if more is sent than without compression. */
    double saved() {
        return sentUncompressed == 0 ? 0 : 1 - (double) sent / sentUncompressed;
    }

    /** Share of the tokens sent that is an unchanged prefix, 0 to 1. */
    double stableShare() {
        return sent == 0 ? 0 : (double) stable / sent;
    }
}
