package io.github.sessioncompression.event;

import java.time.Duration;
import java.util.Objects;

/**
 * What the library did for one conversation, or for all of them, up to one moment.
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
 *     where calls of the chat's model are not seen
 * @param stablePrefixTokens how many of {@code sentTokens} were in the unchanged beginning that a request, or a view, shares with the
 *     one before, which is what a provider can take from its cache
 * @param modelUsage what the compression model was used for
 * @param chatUsage what the chat's own model calls used, as far as the application reported it
 * @param recallUsage what came back into the contexts, whether it was used, and what was missed there
 * @param factCoverage what became of the facts of what was compressed
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
        ModelUsage modelUsage,
        ModelUsage chatUsage,
        RecallUsage recallUsage,
        FactCoverage factCoverage) {

    /** Checks that nothing is {@code null}. */
    public CompressionStats {
        Objects.requireNonNull(lastLatency, "lastLatency");
        Objects.requireNonNull(meanLatency, "meanLatency");
        Objects.requireNonNull(maxLatency, "maxLatency");
        Objects.requireNonNull(modelUsage, "modelUsage");
        Objects.requireNonNull(chatUsage, "chatUsage");
        Objects.requireNonNull(recallUsage, "recallUsage");
        Objects.requireNonNull(factCoverage, "factCoverage");
    }

    /** The share of the messages that is still active, from 0 to 1; 1 without messages. */
    public double ratio() {
        return messagesTotal == 0 ? 1 : (double) messagesActive / messagesTotal;
    }

    /** The share of the tokens sent that a provider could take from its cache, from 0 to 1; 0 if nothing was sent. */
    public double stablePrefixShare() {
        return sentTokens == 0 ? 0 : (double) stablePrefixTokens / sentTokens;
    }

    /**
     * What model calls used.
     *
     * @param calls how many calls there were, repairs and retries included
     * @param inputTokens tokens read at the full price
     * @param outputTokens tokens written, thinking included
     * @param cacheReadTokens tokens read from the provider's cache
     * @param cacheCreationTokens tokens written to the provider's cache
     */
    public record ModelUsage(
            long calls, long inputTokens, long outputTokens, long cacheReadTokens, long cacheCreationTokens) {
        /** No calls. */
        public static final ModelUsage NONE = new ModelUsage(0, 0, 0, 0, 0);

        /** This and {@code other} together. */
        public ModelUsage plus(ModelUsage other) {
            return new ModelUsage(
                    calls + other.calls,
                    inputTokens + other.inputTokens,
                    outputTokens + other.outputTokens,
                    cacheReadTokens + other.cacheReadTokens,
                    cacheCreationTokens + other.cacheCreationTokens);
        }
    }

    /**
     * What came back into the contexts, by the expansion trigger or because the model looked for it, and what was missed there.
     *
     * <p>A value is an amount, a date, an id, an address, a quoted name, a number of three digits or more, or the like. What left a context
     * is known to the process in which it left, so what was missed is counted from there on.
     *
     * @param broughtBack how often something came back
     * @param judged how often it had a value that neither the question nor the state had, so that its use can be told
     * @param used how often the answer, or the arguments of a tool call on the way to it, had such a value
     * @param repeatedCalls tool calls made again, with the same arguments, after their result had left the context
     * @param missedValues values that a user named again after they had left the context and no state had them
     */
    public record RecallUsage(long broughtBack, long judged, long used, long repeatedCalls, long missedValues) {
        /** Nothing came back, and nothing was missed. */
        public static final RecallUsage NONE = new RecallUsage(0, 0, 0, 0, 0);

        /** The share of what came back that was used, of what can be judged, from 0 to 1; 0 if there was none. */
        public double hitRate() {
            return judged == 0 ? 0 : (double) used / judged;
        }

        /** How often something was missed that had left the context: tool calls and values together. */
        public long regrets() {
            return repeatedCalls + missedValues;
        }
    }

    /**
     * What became of the facts of what was compressed, over all compressions: names, numbers, dates, decisions, rules and the like.
     *
     * <p>A fact that is still to be shown counts again at each compression, and what a later message puts right counts no more.
     *
     * @param required how many had to be shown
     * @param held how many of them the states or the messages that stayed showed
     * @param addedByLedger how many more the states' ledgers showed
     * @param leftOut how many sentences with facts found no room
     * @param invented how many sentences of models were taken away because they name a value that they were not given,
     *     or tell what the user has taken back
     */
    public record FactCoverage(long required, long held, long addedByLedger, long leftOut, long invented) {
        /** No facts. */
        public static final FactCoverage NONE = new FactCoverage(0, 0, 0, 0, 0);

        /** How many were shown, by whatever. */
        public long shown() {
            return held + addedByLedger;
        }

        /** The share of those required that was shown, from 0 to 1; 1 if none was required. */
        public double share() {
            return required == 0 ? 1 : Math.min(1, (double) shown() / required);
        }
    }
}
