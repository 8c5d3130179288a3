package io.github.sessioncompression.replay;

import java.util.List;

/** The calls of a replay as a table: a header, then one line for each; numbers and single words only. */
final class TurnsCsv {
    static final String HEADER =
            "call,transcript_tokens,context_tokens,stable_prefix_tokens,pruned_results,compressions,outcome,micros";

    private TurnsCsv() {}

    static String of(List<Call> calls) {
        StringBuilder csv = new StringBuilder(HEADER).append('\n');
        for (Call call : calls) {
            csv.append(call.number()).append(',');
            csv.append(call.transcriptTokens()).append(',');
            csv.append(call.contextTokens()).append(',');
            csv.append(call.stablePrefixTokens()).append(',');
            csv.append(call.prunedResults()).append(',');
            csv.append(call.compressions()).append(',');
            csv.append(call.outcome().label()).append(',');
            csv.append(call.micros()).append('\n');
        }
        return csv.toString();
    }
}
