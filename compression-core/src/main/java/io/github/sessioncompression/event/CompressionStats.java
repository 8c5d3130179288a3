package io.github.sessioncompression.event;

import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters.ModelUse;
import java.time.Duration;

/**
 * Counts of the library's work for one conversation, or for all of them, up to one moment.
 *
 * <p>An immutable snapshot whose numbers belong together. {@code messagesTotal} and {@code messagesActive} are of
 * the conversations that are there now; everything else counts up, since the conversation was opened or cleared, or
 * since the compressor was built.
 *
 * @param messagesTotal messages in the transcripts
 * @param messagesActive messages of the transcripts that no compression covers, so that a view shows them
 * @param compressions compressions that replaced at least one message
 * @param prunings steps that replaced at least one tool result
 * @param failures stages that failed
 * @param tokensSaved by how much the contexts got smaller through compression and pruning, in tokens
 * @param lastLatency how long the latest compression took, zero if there was none
 * @param meanLatency how long a compression took on average, zero if there was none
 * @param maxLatency how long the slowest compression took, zero if there was none
 * @param sentTokens the size of all the requests sent, tool definitions and repetitions included, in tokens; of all the views taken
 *     if calls of the chat's model are not seen
 * @param stablePrefixTokens how many of {@code sentTokens} were in the unchanged beginning that a request, or a view, shares with the
 *     one before, which is what a provider can take from its cache
 * @param modelUsage what the compression model was used for
 * @param chatUsage what the chat's own model calls used, as far as the application reported it
 * @param broughtBack times that compressed messages came back into a context, by the expansion trigger or by a tool of the model's
 * @param factCoverage what became of the facts of what was compressed, over all compressions
 */
public record CompressionStats(
        long messagesTotal,
        long messagesActive,
        long compressions,
        long prunings,
        long failures,
        long tokensSaved,
        Duration lastLatency,
        Duration meanLatency,
        Duration maxLatency,
        long sentTokens,
        long stablePrefixTokens,
        ModelUse modelUsage,
        ModelUse chatUsage,
        long broughtBack,
        Coverage factCoverage) {

    /** The share of the messages that is still active, from 0 to 1; 1 without messages. */
    public double ratio() {
        return messagesTotal == 0 ? 1 : (double) messagesActive / messagesTotal;
    }
}
